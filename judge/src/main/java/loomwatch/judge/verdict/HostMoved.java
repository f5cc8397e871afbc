package loomwatch.judge.verdict;

import java.util.Locale;

/** That the host was not the same for both arms of a comparison, which no change survives. */
public sealed interface HostMoved {

  /** How, and what follows from it. */
  String sentence();

  /**
   * As the control work showed it.
   *
   * @param percent how much longer it took beside head, over all blocks
   * @param p of no move, either way
   * @param blocks how many it rests on
   */
  record Measured(double percent, double p, int blocks) implements HostMoved {
    @Override
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "the same work on the server's CPUs took %+.1f %% with head (p %.3f over %s): the host"
              + " changed between the arms, so no change of theirs can be told; measure again on a"
              + " quieter host",
          percent,
          p,
          Words.count(blocks, "block"));
    }
  }

  /** As a file tells it, which has not the figures. */
  record AsTold(String sentence) implements HostMoved {}
}
