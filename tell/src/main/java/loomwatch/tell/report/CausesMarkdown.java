package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings.Total;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;
import loomwatch.tell.text.Quantity;

/** {@code causes.md}: the sentences, what requests spent in all, and the frames that moved most. */
public final class CausesMarkdown {
  private static final int MOST_FRAMES = 15;

  private CausesMarkdown() {}

  /** The whole page, ending with a newline. */
  public static String render(CauseReport explanation) {
    MarkdownPage page = new MarkdownPage();
    page.heading(1, "Why");
    page.list(CauseSentences.of(explanation.causes()).stream().map(MarkdownText::escape).toList());
    page.paragraph(
        "Measured in a pass of its own, with profilers ("
            + escape(String.join(", ", explanation.profilers()))
            + "): its numbers carry their cost and are not judged. Brackets are 90 % intervals over"
            + " launches; p is of the total's growth: frames that the change touches are tested"
            + " together, and so are all others.");
    page.heading(2, "In all");
    page.table(
        List.of("scenario", "mode", "spends", "of a", "launches:", "base:", "head:", "change:"),
        explanation.totals().stream().map(CausesMarkdown::total).toList());
    for (Total total : explanation.totals()) {
      frames(page, total, explanation.frames());
    }
    if (!explanation.remarks().isEmpty()) {
      page.heading(2, "Remarks");
      page.list(explanation.remarks().stream().map(MarkdownText::escape).toList());
    }
    return page.toString();
  }

  private static List<String> total(Total total) {
    return List.of(
        escape(total.scenario()),
        total.mode().label(),
        total.resource().label(),
        of(total.resource()),
        total.baseLaunches() + " + " + total.headLaunches(),
        amount(total.base(), total.resource()),
        amount(total.head(), total.resource()),
        change(total.head() - total.base(), total.change(), total.resource()));
  }

  /** By what its numbers are divided. */
  private static String of(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES -> "request";
      case TAIL -> "slow request";
      case LIVE, COLLECTIONS, THREADS, START -> "launch";
    };
  }

  private static void frames(MarkdownPage page, Total total, List<FrameChange> all) {
    List<List<String>> rows = new ArrayList<>();
    all.stream()
        .filter(frame ->
            frame.scenario().equals(total.scenario())
                && frame.mode() == total.mode()
                && frame.resource() == total.resource())
        .limit(MOST_FRAMES)
        .forEach(frame -> rows.add(row(frame)));
    if (rows.isEmpty()) {
      return;
    }
    page.heading(
        2,
        "%s, %s threads: %s"
            .formatted(escape(total.scenario()), total.mode().label(), total.resource().label()));
    page.table(
        List.of(
            "method",
            "self, base:",
            "self, head:",
            "change:",
            "total, base:",
            "total, head:",
            "change:",
            "p:"),
        rows);
  }

  private static List<String> row(FrameChange frame) {
    Resource resource = frame.resource();
    Double p = frame.p();
    return List.of(
        escape(frame.method()) + (frame.changed() ? " **changed**" : ""),
        amount(frame.self().base(), resource),
        amount(frame.self().head(), resource),
        change(frame.self().head() - frame.self().base(), frame.self().change(), resource),
        amount(frame.total().base(), resource),
        amount(frame.total().head(), resource),
        change(frame.total().head() - frame.total().base(), frame.total().change(), resource),
        p == null ? "–" : String.format(Locale.ROOT, "%.4f", p));
  }

  private static String amount(double value, Resource resource) {
    return Quantity.inWords(value, resource.unit().symbol(), null);
  }

  private static String change(double growth, Interval interval, Resource resource) {
    String unit = resource.unit().symbol();
    return "%s%s \\[%s, %s\\]"
        .formatted(
            growth > 0 ? "+" : "",
            Quantity.inWords(growth, unit, null),
            Quantity.inWords(interval.low(), unit, null),
            Quantity.inWords(interval.high(), unit, null));
  }
}
