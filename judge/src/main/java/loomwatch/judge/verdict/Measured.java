package loomwatch.judge.verdict;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of one metric, before any limit.
 *
 * @param value over launches or blocks; null when there is none
 * @param interval of the value; null with fewer than two
 * @param launches how many it rests on
 * @param doubts each once
 */
record Measured(
    @Nullable Double value, @Nullable Interval interval, int launches, List<String> doubts) {

  /** Nothing valid. */
  static final Measured NOTHING = new Measured(null, null, 0, List.of());
}
