package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Colour;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;
import org.jspecify.annotations.Nullable;

/** One scenario's changes in Markdown. */
final class MarkdownChanges {
  /** GitHub's comments show about as many columns of code without scrolling. */
  private static final int PLOT_WIDTH = 90;

  private static final List<String> COLUMNS =
      List.of(
          "",
          "metric",
          "mode",
          "base:",
          "head:",
          "change:",
          "90 % interval",
          "tolerance:",
          "floor:",
          "MDE:",
          "p:",
          "notes");

  private final MarkdownPage page;
  private final Notes notes;

  MarkdownChanges(MarkdownPage page, Notes notes) {
    this.page = page;
    this.notes = notes;
  }

  /**
   * Those with a tolerance, and what they mean.
   *
   * @param alpha of the look reached, or null before the first
   */
  void judged(ChangeView view, MeasurementRecord record, @Nullable Double alpha) {
    page.heading(2, escape(view.name()));
    String load = Loads.plan(record, view.name());
    if (!load.isEmpty()) {
      page.paragraph(escape(load));
    }
    if (view.judged().isEmpty()) {
      page.paragraph("No tolerance applies to it: nothing of it is judged.");
      return;
    }
    boolean calibrated =
        view.judged().stream().anyMatch(row -> row.change().floorPercent().isPresent());
    page.table(
        calibrated ? COLUMNS : without(COLUMNS),
        view.judged().stream().map(this::judged).map(r -> calibrated ? r : without(r)).toList());
    List<String> plot = IntervalPlot.of(view.judged(), PLOT_WIDTH, Colour.OFF);
    if (!plot.isEmpty()) {
      page.drawn(plot);
      page.paragraph(escape(IntervalPlot.LEGEND));
    }
    List<String> remarks =
        ChangeRemarks.of(view).stream()
            .map(remark -> escape(Mark.shape(remark.outcome()) + " " + remark.text()))
            .toList();
    if (!remarks.isEmpty()) {
      page.list(remarks);
    }
    String contrast = ChangeContrast.of(view, alpha);
    if (!contrast.isEmpty()) {
      page.paragraph(escape(contrast));
    }
  }

  /** A row without its floor: columns nobody fills are not shown. */
  private static List<String> without(List<String> row) {
    List<String> shorter = new ArrayList<>(row);
    shorter.remove(COLUMNS.indexOf("floor:"));
    return shorter;
  }

  private List<String> judged(Row row) {
    Change change = row.change();
    Outcome outcome = row.outcome();
    boolean decided = outcome == Outcome.REGRESSED || outcome == Outcome.IMPROVED;
    String effect = escape(Effect.change(row.line()));
    return List.of(
        outcome == null ? "" : Mark.of(outcome) + (row.gates() ? "" : " (informational)"),
        row.metric().label(),
        row.mode().label(),
        escape(Movement.base(row.line(), change)),
        escape(Movement.head(row.line(), change)),
        decided ? "**" + effect + "**" : effect,
        escape(Effect.interval(row.line())),
        escape(Effect.tolerance(change)),
        change.floorPercent().isEmpty() ? Effect.NOTHING : escape(Effect.floor(change)),
        escape(Effect.smallest(row.line())),
        escape(Effect.shown(Effect.p(change))),
        escape(notes.marks(row.line())));
  }

  /** Those without a tolerance, folded away. */
  void others(ChangeView view) {
    String summary = ChangeRemarks.others(view);
    if (!summary.isEmpty()) {
      page.details(
          escape(view.name()) + ": changes without a tolerance",
          () -> {
            page.paragraph(escape(summary + "."));
            page.table(
                List.of("metric", "mode", "base:", "head:", "change:", "90 % interval", "notes"),
                view.others().stream().map(this::other).toList());
          });
    }
  }

  private List<String> other(Row row) {
    Change change = row.change();
    return Stream.of(
            row.metric().label(),
            row.mode().label(),
            Movement.base(row.line(), change),
            Movement.head(row.line(), change),
            Effect.change(row.line()),
            Effect.interval(row.line()),
            notes.marks(row.line()))
        .map(MarkdownText::escape)
        .toList();
  }
}
