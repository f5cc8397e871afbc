package loomwatch.tell.report;

import java.util.List;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;

/** The limits in a few lines at a terminal: those that do not hold for certain, the worst first. */
public final class LimitsInShort {
  static final int MOST = 3;

  private LimitsInShort() {}

  /** Prints the first of {@link #open}; how many there are says {@link Summary}. */
  public static void print(Page page, List<MetricVerdict> open) {
    open.stream().limit(MOST).forEach(limit -> line(page, limit));
  }

  /** Those measured and not shown to hold; what was not measured has no value to tell. */
  public static List<MetricVerdict> open(Verdict verdict) {
    return LimitView.inOrder(verdict).stream()
        .filter(limit ->
            limit.verdict() == Outcome.REGRESSED || limit.verdict() == Outcome.INCONCLUSIVE)
        .toList();
  }

  /** Whether all of them are shown to hold. */
  public static boolean allHold(List<MetricVerdict> limits) {
    return limits.stream()
        .allMatch(limit -> limit.verdict() == Outcome.PASS || limit.verdict() == Outcome.IMPROVED);
  }

  private static void line(Page page, MetricVerdict limit) {
    Outcome outcome = limit.verdict();
    page.marked(
        "",
        outcome == null ? "" : Mark.shape(outcome),
        outcome == null ? Ink.PLAIN : Ink.of(outcome),
        " " + Summary.name(limit) + " " + inWords(limit));
  }

  /** {@code 1.40 [1.36, 1.43], limit ≤ 1.05, gates}. */
  private static String inWords(MetricVerdict limit) {
    return Cells.withInterval(limit)
        + ", limit "
        + Cells.bound(limit)
        + (limit.gate() ? ", blocking" : ", informational");
  }
}
