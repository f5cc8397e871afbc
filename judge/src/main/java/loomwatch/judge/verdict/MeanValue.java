package loomwatch.judge.verdict;

/** What was measured of one metric, before any limit: its mean, as far as there is one. */
public sealed interface MeanValue {

  /** Nothing valid. */
  record Nothing() implements MeanValue {}

  /** There is a value. */
  sealed interface Valued extends MeanValue {
    /** Mean over launches; geometric for a contrast. */
    double value();
  }

  /** Of one launch alone, which has no interval. */
  record Once(double value) implements Valued {}

  /**
   * Of two launches or more.
   *
   * @param interval of the value
   */
  record Often(double value, Interval interval) implements Valued {}
}
