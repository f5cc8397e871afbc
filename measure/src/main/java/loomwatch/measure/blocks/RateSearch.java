package loomwatch.measure.blocks;

import loomwatch.measure.launch.LaunchFailure;
import org.jspecify.annotations.Nullable;

/**
 * The highest rate that is kept: raised by half until one is not, then halved between the two on a
 * logarithmic scale, to within 5 %.
 */
final class RateSearch {
  private static final double STEP = 1.5;
  private static final double RESOLUTION = 1.05;

  private RateSearch() {}

  /** Holds a rate for a while. */
  interface Trial {
    /** Whether it was kept, or why not. */
    Answer at(double requestsPerSecond) throws LaunchFailure, InterruptedException;
  }

  /** How a trial ended. */
  sealed interface Answer {
    /** At that rate. */
    record Kept() implements Answer {}

    /** Not, and by whom. */
    record NotKept(boolean generator, String why) implements Answer {}
  }

  /**
   * What was found.
   *
   * @param perSecond the highest rate kept; null when the first was not
   * @param limit the answer to the lowest rate that was not kept; null when all were
   */
  record Found(@Nullable Double perSecond, Answer.@Nullable NotKept limit) {}

  /**
   * Searches.
   *
   * @param first the rate it begins with; above 0
   * @param most above which it does not go
   */
  static Found from(double first, double most, Trial trial)
      throws LaunchFailure, InterruptedException {
    Double kept = null;
    double next = first;
    while (next <= most) {
      if (trial.at(next) instanceof Answer.NotKept limit) {
        return kept == null ? new Found(null, limit) : between(kept, next, limit, trial);
      }
      kept = next;
      next *= STEP;
    }
    return new Found(kept, null);
  }

  private static Found between(double low, double high, Answer.NotKept limit, Trial trial)
      throws LaunchFailure, InterruptedException {
    double kept = low;
    double lost = high;
    Answer.NotKept reason = limit;
    while (lost / kept > RESOLUTION) {
      double middle = Math.sqrt(kept * lost);
      if (trial.at(middle) instanceof Answer.NotKept answer) {
        lost = middle;
        reason = answer;
      } else {
        kept = middle;
      }
    }
    return new Found(kept, reason);
  }
}
