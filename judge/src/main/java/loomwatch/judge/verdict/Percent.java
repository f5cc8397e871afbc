package loomwatch.judge.verdict;

/** A change on the log scale in percent, positive = worse. */
final class Percent {
  /**
   * e¹⁰⁰ times as much says nothing that more would add, and an interval may reach beyond doubles.
   */
  private static final double MOST = 100;

  private Percent() {}

  static double of(double log) {
    return 100 * Math.expm1(Math.min(MOST, log));
  }
}
