package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.List;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;

/** The limits in Markdown: those that do not hold for certain, and the others folded away. */
public final class MarkdownLimits {
  private MarkdownLimits() {}

  public static void print(MarkdownPage page, Verdict verdict) {
    List<MetricVerdict> judged = LimitView.inOrder(verdict);
    if (judged.isEmpty()) {
      page.paragraph("None applies to what was measured.");
      return;
    }
    List<MetricVerdict> held =
        judged.stream().filter(metric -> metric.verdict() == Outcome.PASS).toList();
    List<MetricVerdict> others =
        judged.stream().filter(metric -> metric.verdict() != Outcome.PASS).toList();
    if (!others.isEmpty()) {
      limits(page, others);
    }
    if (!held.isEmpty()) {
      page.details(Plural.count(held.size(), "limit") + " that hold", () -> limits(page, held));
    }
  }

  /** Those measured and not shown to hold, in a short table; nothing when there is none. */
  public static void open(MarkdownPage page, Verdict verdict) {
    List<MetricVerdict> open = LimitsInShort.open(verdict);
    if (!open.isEmpty()) {
      page.table(
          List.of("", "limit", "measured:", "allowed:", "effect"),
          open.stream().limit(LimitsInShort.MOST).map(MarkdownLimits::inShort).toList());
    }
    if (open.size() > LimitsInShort.MOST) {
      page.paragraph(
          "And "
              + Plural.count(open.size() - LimitsInShort.MOST, "more limit")
              + " not shown to hold.");
    }
  }

  private static List<String> inShort(MetricVerdict metric) {
    Outcome outcome = metric.verdict();
    return List.of(
        outcome == null ? "" : Mark.shape(outcome),
        escape(Summary.name(metric)),
        escape(Cells.withInterval(metric)),
        escape(Cells.bound(metric)),
        metric.gate() ? "blocking" : "informational");
  }

  private static void limits(MarkdownPage page, List<MetricVerdict> judged) {
    page.table(
        List.of("", "limit", "measured:", "allowed:", "effect", "finding", "why"),
        judged.stream().map(MarkdownLimits::limit).toList());
  }

  private static List<String> limit(MetricVerdict metric) {
    Outcome outcome = metric.verdict();
    return List.of(
        outcome == null ? "" : Mark.of(outcome),
        escape(Summary.name(metric)),
        escape(Cells.withInterval(metric)),
        escape(Cells.bound(metric)),
        metric.gate() ? "blocking" : "informational",
        escape(metric.reason()),
        escape(metric.why() == null ? "" : metric.why()));
  }
}
