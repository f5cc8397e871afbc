package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.TwoSided;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.report.ChangeView.Decisive;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.report.ScenarioView.Notes;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Text;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/** The changes of one scenario: figures, a plot of their intervals, and remarks. */
final class ChangeSection {
  private static final String RATIO = "Virtual threads changed differently from platform threads: ";

  /** The share of 90 % intervals that exclude 0 by chance when nothing changed. */
  private static final double BY_CHANCE = 0.1;

  private static final Column<Row> MARK = new Column<>("", Side.KEY, Row::mark);
  private static final Column<Row> SCENARIO = Column.key("scenario", row -> row.line().scenario());
  private static final Column<Row> METRIC = Column.key("metric", row -> row.metric().label());
  private static final Column<Row> SHORT_METRIC =
      Column.key("metric", row -> row.metric().wording().column());
  private static final Column<Row> MODE = Column.key("mode", Row::modeLabel);
  private static final Column<Row> BASE = Column.right("base", Row::base);
  private static final Column<Row> HEAD = Column.right("head", Row::head);
  private static final Column<Row> BASE_TO_HEAD = Column.right("base → head", Row::baseToHead);
  static final Column<Row> CHANGE = new Column<>("change", Side.RIGHT, ChangeSection::change);
  static final Column<Row> INTERVAL =
      Column.left("90 % interval", row -> Effect.interval(row.line()));
  static final Column<Row> TOLERANCE =
      Column.right("tolerance", row -> Effect.tolerance(row.change()) + (row.gates() ? "" : " *"));
  private static final Column<Row> FLOOR = Column.right("floor", row -> Effect.floor(row.change()));
  private static final Column<Row> MDE = Column.right("MDE", row -> Effect.smallest(row.line()));
  private static final Column<Row> P =
      Column.right("p", row -> Effect.shown(Effect.p(row.change())));

  private final ChangeView view;
  private final Column<Row> notes;

  ChangeSection(ChangeView view, Notes notes) {
    this.view = view;
    this.notes = Column.left("notes", row -> notes.marks(Stream.of(row.line())));
  }

  /** Writes a table of changes of several scenarios. */
  static void decisive(Section section, Decisive decisive) {
    section.table(
        decisive.rows(),
        List.of(MARK, SCENARIO, METRIC, MODE, BASE_TO_HEAD, CHANGE, INTERVAL, TOLERANCE));
    left(section, decisive);
    if (decisive.rows().stream().anyMatch(row -> !row.gates())) {
      section.text("* informational, does not decide");
    }
  }

  static void left(Section section, Decisive decisive) {
    if (decisive.left() > 0) {
      section.text("And " + Plural.count(decisive.left(), "more change") + " with a tolerance.");
    }
  }

  /**
   * Writes the judged changes, and in a folded section those without a tolerance.
   *
   * @param load of the scenario, in words
   * @param alpha of the interim analysis reached, or null before the first
   */
  void write(Document document, String load, @Nullable Double alpha) {
    Section section = document.section("changes of " + view.name()).heading(view.name(), load);
    if (view.judged().isEmpty()) {
      section.text("No tolerance applies to it: nothing of it is judged.");
    } else {
      figures(section);
      section
          .gap()
          .firstFitting(
              Section.form()
                  .drawing(width -> IntervalPlot.of(view.judged(), width))
                  .text(IntervalPlot.LEGEND),
              Section.form())
          .gap();
      remarks().forEach(section::item);
      section.text(ratio(alpha));
    }
    String others = others();
    if (!others.isEmpty()) {
      document
          .folded(view.name() + ": changes without a tolerance")
          .text(others)
          .table(view.others(), List.of(METRIC, MODE, BASE, HEAD, CHANGE, INTERVAL, notes));
    }
  }

  /** Writes all figures in one table; where that is too wide, the thresholds follow as a list. */
  private void figures(Section section) {
    List<Row> rows = view.judged();
    Section below =
        Section.form()
            .table(
                rows, List.of(MARK, SHORT_METRIC, MODE, BASE_TO_HEAD, CHANGE, INTERVAL, P, notes));
    ChangeView.byMetric(rows)
        .forEach((metric, modes) -> below.item(metric.label() + ": " + terms(modes)));
    section.firstFitting(
        Section.form()
            .table(
                rows,
                List.of(
                    MARK, METRIC, MODE, BASE, HEAD, CHANGE, INTERVAL, TOLERANCE, FLOOR, MDE, P,
                    notes)),
        below);
    boolean informs = rows.stream().anyMatch(row -> !row.gates());
    section.text(legend(rows) + (informs ? "; * informational, does not decide" : ""));
  }

  private static Text change(Row row) {
    String change = Effect.change(row.line());
    Text inked = Text.of(change, Mark.ink(row.outcome()));
    return row.moved() ? Text.strong(change, Mark.ink(row.outcome())) : inked;
  }

  private static String legend(List<Row> rows) {
    return Stream.of(Outcome.values())
        .filter(outcome -> rows.stream().anyMatch(row -> row.outcome() == outcome))
        .map(outcome -> Mark.shape(outcome) + " " + meaning(outcome))
        .collect(joining(", "));
  }

  private static String meaning(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "shown not to be worse by the tolerance";
      case REGRESSED -> "worse by the tolerance or more";
      case IMPROVED -> "better by the tolerance or more";
      case INCONCLUSIVE -> "not decided";
      case INVALID -> "not valid";
    };
  }

  /** Returns a metric's thresholds: {@code tolerance 5 %, blocking; MDE 6.1 % / 25 %}. */
  private static String terms(List<Row> modes) {
    String seen = each(modes, row -> Effect.smallest(row.line()));
    String floor = each(modes, row -> Effect.floor(row.change()));
    return "tolerance "
        + each(modes, row -> Effect.tolerance(row.change()))
        + ", "
        + each(modes, row -> row.gates() ? "blocking" : "informational")
        + (floor.isEmpty() ? "" : "; floor " + floor)
        + (seen.equals(Effect.NOTHING) ? "" : "; MDE " + seen);
  }

  private static String each(List<Row> modes, Function<Row, String> text) {
    return modes.stream()
        .map(text)
        .filter(shown -> !shown.isEmpty())
        .distinct()
        .collect(joining(" / "));
  }

  private record Remark(Outcome outcome, String text) {}

  /** Returns why a violated tolerance exists and what would decide an open one. */
  private List<Text> remarks() {
    record About(Remark remark, Row row) {}
    return view.judged().stream()
        .flatMap(row ->
            row.change().found().stream()
                .map(found -> new Remark(found.verdict(), remark(row, found)))
                .filter(remark -> !remark.text().isEmpty())
                .map(remark -> new About(remark, row)))
        .collect(groupingBy(About::remark, LinkedHashMap::new, toList()))
        .entrySet()
        .stream()
        .map(entry -> {
          List<Row> rows = entry.getValue().stream().map(About::row).toList();
          Remark remark = entry.getKey();
          return Mark.inked(remark.outcome()).and(" " + names(rows) + ": " + remark.text());
        })
        .toList();
  }

  private String names(List<Row> rows) {
    if (rows.size() == view.judged().size() && rows.size() > 2) {
      return "every change";
    }
    return ChangeView.byMetric(rows).entrySet().stream()
        .map(entry -> {
          Stream<String> modes =
              entry.getValue().stream().map(Row::modeLabel).filter(mode -> !mode.isEmpty());
          return (entry.getKey().label() + " " + modes.collect(joining(" and "))).strip();
        })
        .collect(joining(", "));
  }

  private static String remark(Row row, LimitResult found) {
    return switch (found.verdict()) {
      case REGRESSED ->
          found.failing() ? found.reason() : found.gate() && found.why() != null ? found.why() : "";
      case INCONCLUSIVE -> row.remedy();
      case INVALID -> found.reason();
      case IMPROVED -> "";
      case PASS -> row.change().ratio().isEmpty() ? found.reason() : "";
    };
  }

  /** Returns how many changes without a tolerance have an interval that excludes 0. */
  private String others() {
    List<Interval> intervals =
        view.others().stream()
            .filter(row -> row.metric() != Metric.CONTROL)
            .flatMap(row -> row.change().bounded().stream())
            .map(SeveralPairs::interval)
            .toList();
    if (intervals.isEmpty()) {
      return "";
    }
    long moved = intervals.stream().filter(i -> i.low() > 0 || i.high() < 0).count();
    return "Of "
        + Plural.count(intervals.size(), "change")
        + " without a tolerance, "
        + moved
        + (moved == 1 ? " has" : " have")
        + " a 90 % interval wholly on one side of no change; chance alone gives about "
        + Math.round(BY_CHANCE * intervals.size())
        + ".";
  }

  /** Returns whether virtual threads changed differently from platform threads. */
  private String ratio(@Nullable Double alpha) {
    List<Row> all = ratios(view);
    List<Row> shown = all.stream().filter(row -> shown(row.change(), alpha)).toList();
    List<Row> open = all.stream().filter(row -> !shown.contains(row)).toList();
    List<String> sentences = new ArrayList<>();
    if (!shown.isEmpty()) {
      sentences.add(differently(shown));
    }
    if (!open.isEmpty()) {
      sentences.add(
          (shown.isEmpty()
                  ? "Virtual threads are not shown to have changed differently from platform threads: "
                  : "Not shown for ")
              + open.stream().map(ChangeSection::withInterval).collect(joining(", "))
              + ".");
    }
    return String.join(" ", sentences);
  }

  /** Returns in one sentence where such a difference is shown; empty where it is not. */
  static String ratios(List<ChangeView> views, @Nullable Double alpha) {
    List<Row> rows =
        views.stream()
            .flatMap(view -> ratios(view).stream())
            .filter(row -> shown(row.change(), alpha))
            .toList();
    if (rows.isEmpty() || views.size() == 1) {
      return rows.isEmpty() ? "" : differently(rows);
    }
    return RATIO
        + rows.stream()
            .map(row -> row.line().scenario() + " " + row.name() + " " + Effect.change(row.line()))
            .collect(joining(", "))
        + ".";
  }

  private static List<Row> ratios(ChangeView view) {
    Set<Metric> judged = view.judged().stream().map(Row::metric).collect(toSet());
    return view.ratios().stream()
        .filter(row -> judged.contains(row.metric()) && row.change().bounded().isPresent())
        .toList();
  }

  private static boolean shown(Change change, @Nullable Double alpha) {
    return alpha != null && change.standing() instanceof TwoSided(double p) && p <= alpha;
  }

  private static String differently(List<Row> shown) {
    return RATIO
        + shown.stream()
            .map(row -> withInterval(row) + ", " + Effect.inWords(Effect.p(row.change())))
            .collect(joining("; "))
        + ".";
  }

  private static String withInterval(Row row) {
    return row.name() + " " + Effect.withInterval(row.line());
  }
}
