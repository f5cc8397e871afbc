package loomwatch.tell.run;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.List;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.Words;

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
      page.details(Words.count(held.size(), "limit") + " that hold", () -> limits(page, held));
    }
  }

  private static void limits(MarkdownPage page, List<MetricVerdict> judged) {
    page.table(
        List.of("", "limit", "measured:", "at most:", "effect", "finding", "why"),
        judged.stream().map(MarkdownLimits::limit).toList());
  }

  private static List<String> limit(MetricVerdict metric) {
    Outcome outcome = metric.verdict();
    return List.of(
        outcome == null ? "" : Mark.of(outcome),
        escape(Summary.name(metric)),
        escape(Cells.withInterval(metric)),
        escape(Cells.limit(metric)),
        metric.gate() ? "gates" : "informs",
        escape(metric.reason()),
        escape(metric.why() == null ? "" : metric.why()));
  }
}
