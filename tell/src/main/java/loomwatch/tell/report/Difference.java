package loomwatch.tell.report;

import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.results.Metric.Direction;
import loomwatch.tell.text.Ink;

/** What a contrast shows of virtual threads. */
enum Difference {
  /**
   * The whole interval lies within 2 % of 1: if there is a difference, it is too small to matter.
   */
  ALIKE("="),
  /** The whole interval lies on the better side of 1. */
  BETTER("▼"),
  /** The whole interval lies on the worse side of 1. */
  WORSE("▲"),
  /** The interval includes 1. */
  NOT_SHOWN("~"),
  /** There is a ratio, of one block, which gives no interval, or of too few requests. */
  UNKNOWN("?"),
  /** There is no ratio. */
  NONE("–");

  /** The smallest change that histories report, too (localised changes are of 2 % at least). */
  private static final double MATTERS = 1.02;

  private final String mark;

  Difference(String mark) {
    this.mark = mark;
  }

  /** Its shape in tables. */
  String mark() {
    return mark;
  }

  Ink ink() {
    return switch (this) {
      case BETTER -> Ink.GOOD;
      case WORSE -> Ink.BAD;
      case ALIKE, NOT_SHOWN, UNKNOWN, NONE -> Ink.PLAIN;
    };
  }

  /** Whether one mode is shown to be better than the other. */
  boolean shown() {
    return this == BETTER || this == WORSE;
  }

  static Difference of(MetricVerdict contrast) {
    Interval interval = contrast.interval();
    if (contrast.value() == null) {
      return NONE;
    }
    if (interval == null) {
      return UNKNOWN;
    }
    if (interval.low() >= 1 / MATTERS && interval.high() <= MATTERS) {
      return ALIKE;
    }
    boolean below = interval.high() < 1;
    if (!below && interval.low() <= 1) {
      return NOT_SHOWN;
    }
    if (contrast.isOfFewRequests()) {
      return UNKNOWN;
    }
    return below == (contrast.direction() == Direction.LOWER_IS_BETTER) ? BETTER : WORSE;
  }
}
