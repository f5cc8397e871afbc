package loomwatch.judge.verdict;

import java.util.List;

/**
 * What was taken of one metric, and how far to trust it.
 *
 * @param measured its mean
 * @param launches how many launches it rests on, or blocks for a contrast
 * @param doubts each once
 */
record MeasuredMean(MeanValue measured, int launches, List<String> doubts) {

  /** Nothing valid. */
  static final MeasuredMean NOTHING = new MeasuredMean(new MeanValue.Nothing(), 0, List.of());
}
