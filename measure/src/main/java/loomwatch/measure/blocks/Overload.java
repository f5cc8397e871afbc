package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Finds what a server bears where no request has to be in time, by giving it more: then each
 * connection has a request all the time, and what is answered is what it bears, however much more
 * was due. So each rate that is too high tells how much too high, where a {@link Staircase} learns
 * one bit from it.
 */
final class Overload implements RateSearch {
  /** Rates too high of which the median is told. */
  static final int COUNTED = 16;

  /** Then it ends with what it has; of fewer than half of those counted nothing is told. */
  private static final int MOST_ANSWERS = 60;

  /** After a rate that was kept, or nearly: more than a server can gain by chance. */
  private static final double UP = 1.25;

  private static final double NEARLY = 0.9;

  /** After one that the generator could not make. */
  private static final double DOWN = 1.1;

  /** Then it ends: down from a rate so often, and it is below one that base was known to keep. */
  private static final int MOST_BEYOND = 6;

  private final List<Double> served = new ArrayList<>();
  private double rate;
  private double kept;
  private int beyond;
  private int silent;
  private int answers;

  /**
   * One that begins with as much too much as suits.
   *
   * @param tooHigh a rate that a server like it did not keep
   * @param served what that one answered then
   */
  Overload(double tooHigh, double served) {
    rate = Math.max(tooHigh, UP * served);
  }

  @Override
  public double rate() {
    return rate;
  }

  @Override
  public void answer(Answer answer) {
    answers++;
    silent = answer.isSilence() ? silent + 1 : 0;
    switch (answer.held()) {
      case KEPT -> {
        kept = Math.max(kept, rate);
        rate *= UP;
      }
      case LOST -> {
        if (answer.served() > NEARLY * rate) {
          rate *= UP;
        } else if (answer.served() > 0) {
          served.add(answer.served());
        }
      }
      case BEYOND_GENERATOR -> {
        beyond++;
        rate /= DOWN;
      }
    }
  }

  @Override
  public boolean ended() {
    return served.size() == COUNTED
        || answers == MOST_ANSWERS
        || beyond == MOST_BEYOND
        || isStuck();
  }

  @Override
  public boolean isStuck() {
    return silent == MOST_SILENT;
  }

  @Override
  public Optional<Found> found() {
    if (served.size() >= COUNTED / 2) {
      double[] rates = served.stream().mapToDouble(Double::doubleValue).toArray();
      return Optional.of(new Found(Median.withDefaults().evaluate(rates), beyond == MOST_BEYOND));
    }
    return beyond > 0 && kept > 0 ? Optional.of(new Found(kept, true)) : Optional.empty();
  }
}
