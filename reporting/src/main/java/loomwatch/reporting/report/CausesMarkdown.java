package loomwatch.reporting.report;

import java.util.List;
import java.util.Locale;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings.Total;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.LaunchStacks.Resource;

/** {@code causes.md}: the sentences, what requests spent in all, and the frames that moved most. */
public final class CausesMarkdown {
  private static final int MOST_FRAMES = 15;

  private static final List<Column<Total>> TOTALS =
      List.of(
          Column.left("scenario", Total::scenario),
          Column.left("mode", total -> total.mode().label()),
          Column.left("spends", total -> total.resource().label()),
          Column.left("of a", total -> of(total.resource())),
          Column.right("launches", total -> total.baseLaunches() + " + " + total.headLaunches()),
          Column.right("base", total -> amount(total.base(), total.resource())),
          Column.right("head", total -> amount(total.head(), total.resource())),
          Column.right(
              "change",
              total -> change(total.head() - total.base(), total.change(), total.resource())));

  private static final List<Column<FrameChange>> FRAMES =
      List.of(
          new Column<>(
              "method",
              Side.LEFT,
              frame ->
                  Text.of(frame.method())
                      .and(frame.changed() ? " " : "")
                      .and(Text.strong(frame.changed() ? "changed" : ""))),
          Column.right("self, base", frame -> amount(frame.self().base(), frame.resource())),
          Column.right("self, head", frame -> amount(frame.self().head(), frame.resource())),
          Column.right("change", frame -> change(frame.self(), frame.resource())),
          Column.right("total, base", frame -> amount(frame.total().base(), frame.resource())),
          Column.right("total, head", frame -> amount(frame.total().head(), frame.resource())),
          Column.right("change", frame -> change(frame.total(), frame.resource())),
          Column.right("p", CausesMarkdown::p));

  private CausesMarkdown() {}

  /** The whole page, ending with a newline. */
  public static String render(CauseReport explanation) {
    Document document = new Document();
    Section why = document.section("why").heading("Why", "");
    CauseSentences.of(explanation.causes()).forEach(why::item);
    why.text(
        "Measured in a pass of its own, with profilers ("
            + String.join(", ", explanation.profilers())
            + "): its numbers carry their cost and are not judged. Brackets are 90 % intervals over"
            + " launches; p is of the total's growth: frames that the change touches are tested"
            + " together, and so are all others.");
    document.section("in all").heading("In all", "").table(explanation.totals(), TOTALS);
    for (Total total : explanation.totals()) {
      frames(document, total, explanation.frames());
    }
    if (!explanation.remarks().isEmpty()) {
      Section remarks = document.section("remarks").heading("Remarks", "");
      explanation.remarks().forEach(remarks::item);
    }
    return Markdown.render(document);
  }

  /** By what its numbers are divided. */
  private static String of(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES -> "request";
      case TAIL -> "slow request";
      case LIVE, COLLECTIONS, THREADS, START -> "launch";
    };
  }

  private static void frames(Document document, Total total, List<FrameChange> all) {
    List<FrameChange> most =
        all.stream()
            .filter(frame ->
                frame.scenario().equals(total.scenario())
                    && frame.mode() == total.mode()
                    && frame.resource() == total.resource())
            .limit(MOST_FRAMES)
            .toList();
    if (!most.isEmpty()) {
      String title =
          "%s, %s threads: %s"
              .formatted(total.scenario(), total.mode().label(), total.resource().label());
      document.section(title).heading(title, "").table(most, FRAMES);
    }
  }

  private static String p(FrameChange frame) {
    Double p = frame.p();
    return p == null ? "–" : String.format(Locale.ROOT, "%.4f", p);
  }

  private static String change(FrameChange.Moved cost, Resource resource) {
    return change(cost.head() - cost.base(), cost.change(), resource);
  }

  private static String amount(double value, Resource resource) {
    return Quantity.inWords(value, resource.unit().symbol(), null);
  }

  private static String change(double growth, Interval interval, Resource resource) {
    String unit = resource.unit().symbol();
    return "%s%s [%s, %s]"
        .formatted(
            growth > 0 ? "+" : "",
            Quantity.inWords(growth, unit, null),
            Quantity.inWords(interval.low(), unit, null),
            Quantity.inWords(interval.high(), unit, null));
  }
}
