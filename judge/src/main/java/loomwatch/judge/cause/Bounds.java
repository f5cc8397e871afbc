package loomwatch.judge.cause;

import loomwatch.judge.verdict.Interval;

/** Intervals that files can hold. */
final class Bounds {
  private Bounds() {}

  /** The interval, or the point alone where there were launches too few for one. */
  static Interval finite(Interval interval, double point) {
    return Double.isFinite(interval.low()) && Double.isFinite(interval.high())
        ? interval
        : new Interval(point, point);
  }
}
