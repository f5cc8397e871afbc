package loomwatch.measure.blocks;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Between which rates what one launch bears lies. Not thread-safe. */
final class Bracket {
  private static final double STEP = 1.5;

  /** Beyond this nearness chance decides which of two rates is kept. */
  private static final double RESOLUTION = 1.03;

  private double kept;
  private double lost = Double.POSITIVE_INFINITY;
  private boolean beyondGenerator;
  private boolean anyKept;
  private boolean abandoned;

  /**
   * One that is not known to bear anything.
   *
   * @param first the rate it begins with; above 0
   */
  Bracket(double first) {
    this.kept = first / STEP;
  }

  void kept(double rate) {
    kept = Math.max(kept, rate);
    anyKept = true;
  }

  void lost(double rate) {
    if (rate < lost) {
      lost = rate;
      beyondGenerator = false;
    }
  }

  /** The generator could not make that rate: what is borne may still lie below it. */
  void beyondGenerator(double rate) {
    if (rate < lost) {
      lost = rate;
      beyondGenerator = true;
    }
  }

  /** Somebody else could not keep up: what it bears stays unknown. */
  void abandon() {
    abandoned = true;
  }

  /** Whether that rate would tell anything. */
  boolean holds(double rate) {
    return !abandoned && rate > kept && rate < lost;
  }

  /** Halfway on a logarithmic scale; empty when it is near enough. */
  private OptionalDouble next() {
    if (abandoned || lost / kept <= RESOLUTION) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Double.isInfinite(lost) ? kept * STEP : Math.sqrt(kept * lost));
  }

  /**
   * What was found out.
   *
   * @param rate that it bears
   * @param atLeast whether it may bear more than the generator can make
   */
  record Found(double rate, boolean atLeast) {}

  /** What it bears; empty where it bore nothing, or that could not be found out. */
  Optional<Found> found() {
    if (abandoned || !anyKept || Double.isInfinite(lost)) {
      return Optional.empty();
    }
    return Optional.of(
        beyondGenerator ? new Found(kept, true) : new Found(Math.sqrt(kept * lost), false));
  }

  /**
   * The rate at which all of them are tried next: the one of which least is known decides.
   *
   * @return nothing when all are near enough
   */
  static Optional<Double> next(List<Bracket> all) {
    return all.stream()
        .filter(each -> each.next().isPresent())
        .max(Comparator.comparingDouble(each -> each.lost / each.kept))
        .map(each -> each.next().orElseThrow());
  }
}
