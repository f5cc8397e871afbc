package loomwatch.judge.verdict;

import java.util.Locale;

/**
 * That the host was not the same for both arms of a comparison, as the control work showed it. So
 * much less is claimed of every time and rate; bytes and counts do not depend on the host's speed.
 *
 * @param logs ln of how much longer the work took beside head, over all blocks
 * @param p of no move, either way
 * @param blocks how many it rests on
 */
record HostDrift(double logs, double p, int blocks) {
  /** What of a change may be the host's, on the log scale; at least 0. */
  double drift() {
    return Math.abs(logs);
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "the same work on the server's CPUs took %+.1f %% with head (p %s over %s): the host"
            + " changed between the arms, and so much less is claimed of times and rates",
        100 * Math.expm1(logs),
        Sentences.shown(p),
        Plural.count(blocks, "block"));
  }
}
