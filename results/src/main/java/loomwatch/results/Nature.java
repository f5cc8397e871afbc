package loomwatch.results;

import java.util.Set;
import loomwatch.results.Percentile.Times;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a metric before anything is measured. All that tells one metric from another is
 * here, so that a new one is one constant of {@link Metric}.
 *
 * @param label the name in records, thresholds and reports
 * @param unit the base unit of its values
 * @param group where it is looked for
 * @param meaning one phrase
 * @param wording what it is called
 * @param direction which way it gets better
 * @param percentile which one it is, or null
 * @param beside added to two values before they are compared (the started logarithm of Tukey,
 *     Exploratory Data Analysis, 1977); 0 of most
 * @param traits what else holds of it
 */
record Nature(
    String label,
    Unit unit,
    MetricGroup group,
    String meaning,
    Wording wording,
    Direction direction,
    @Nullable Percentile percentile,
    double beside,
    Set<Trait> traits) {

  /** What holds of some metrics. */
  enum Trait {
    /** Told in sentences and wherever there is room for a few numbers; it is among the key ones. */
    HEADLINE,
    /** People look for it first; the others are shown on demand. */
    KEY,
    /** It repeats well enough from launch to launch for its changes in history to decide. */
    DECIDES,
    /** It repeats so well that a few launches can show that nothing got worse. */
    REPEATS,
    /** What one slice in two shows: a disturbed one cannot move it far (decision 18). */
    MEDIAN_OVER_SLICES,
    /** It is events out of so many requests, judged by their numbers. */
    COUNTED,
    /** It counts events that need not happen, or that some kernels and collectors do not tell. */
    MAY_BE_ZERO
  }

  Nature {
    traits = Set.copyOf(traits);
  }

  /** One of which less is better, called by its label, that is no percentile. */
  static Nature of(String label, Unit unit, MetricGroup group, String meaning) {
    return of(label, unit, group, meaning, null);
  }

  /** A percentile of what requests take from when they were due. */
  static Nature ofLatency(String percentile, double rank, String meaning) {
    return ofTimes("latency-" + percentile, meaning, new Percentile(rank, Times.LATENCY))
        .called(Wording.ofLatency(percentile));
  }

  /** A percentile of what requests take from when they were sent. */
  static Nature ofServiceTime(String percentile, double rank, String meaning) {
    return ofTimes("service-time-" + percentile, meaning, new Percentile(rank, Times.SERVICE_TIME));
  }

  private static Nature ofTimes(String label, String meaning, Percentile percentile) {
    return of(label, Unit.SECONDS, MetricGroup.LATENCY, meaning, percentile);
  }

  private static Nature of(
      String label, Unit unit, MetricGroup group, String meaning, @Nullable Percentile percentile) {
    Wording wording = Wording.of(label.replace('-', ' '));
    Direction less = Direction.LOWER_IS_BETTER;
    return new Nature(label, unit, group, meaning, wording, less, percentile, 0, Set.of());
  }

  Nature called(Wording other) {
    return new Nature(label, unit, group, meaning, other, direction, percentile, beside, traits);
  }

  /** Of which more is better. */
  Nature moreIsBetter() {
    Direction more = Direction.HIGHER_IS_BETTER;
    return new Nature(label, unit, group, meaning, wording, more, percentile, beside, traits);
  }

  /** Compared with that much added, as it is next to nothing at best. */
  Nature beside(double added) {
    return new Nature(label, unit, group, meaning, wording, direction, percentile, added, traits);
  }

  Nature with(Trait... some) {
    return new Nature(
        label, unit, group, meaning, wording, direction, percentile, beside, Set.of(some));
  }
}
