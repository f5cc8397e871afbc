package loomwatch.benchmarks.rules;

import loomwatch.judge.verdict.DecidingPairs;

/** A rule that others judge a change by, on one metric in one mode. */
sealed interface PairRule permits MeanRatio, HistoryTTest, RankSum {

  /** What a rule says. */
  enum Call {
    ALARM,
    SILENT,
    /** It has not seen enough to judge. */
    CANNOT_TELL
  }

  /** Whose it is, with its setting. */
  String name();

  /** What it computes, in a sentence. */
  String method();

  /**
   * Judges one change.
   *
   * @param pairs the launches of both arms
   * @param earlier the mean of base's launches in each earlier comparison, the oldest first
   */
  Call judge(DecidingPairs pairs, double[] earlier);
}
