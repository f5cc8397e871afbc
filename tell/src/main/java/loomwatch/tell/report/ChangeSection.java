package loomwatch.tell.report;

import java.util.List;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Style;
import org.jspecify.annotations.Nullable;

/** One scenario's changes at a terminal: the figures, their intervals drawn, and what they mean. */
final class ChangeSection {
  private static final String INDENT = "  ";

  private final Page page;
  private final Notes notes;

  ChangeSection(Page page, Notes notes) {
    this.page = page;
    this.notes = notes;
  }

  /**
   * Prints it.
   *
   * @param alpha of the look reached, or null before the first
   */
  void print(ChangeView view, MeasurementRecord record, @Nullable Double alpha) {
    page.heading(view.name(), Loads.plan(record, view.name()));
    ChangeTable table = new ChangeTable(page, notes);
    if (view.judged().isEmpty()) {
      page.text(INDENT, "No tolerance applies to it: nothing of it is judged.");
    } else {
      table.judged(view.judged());
      plot(view.judged());
      meaning(view, alpha);
    }
    others(view, table);
  }

  private void plot(List<Row> judged) {
    Style style = page.style();
    List<String> plot = IntervalPlot.of(judged, style.width(), style.colour());
    if (!plot.isEmpty()) {
      page.blank();
      page.drawn(plot);
      page.text(INDENT, IntervalPlot.LEGEND);
    }
  }

  private void meaning(ChangeView view, @Nullable Double alpha) {
    List<ChangeRemarks.Remark> remarks = ChangeRemarks.of(view);
    String contrast = ChangeContrast.of(view, alpha);
    if (!remarks.isEmpty() || !contrast.isEmpty()) {
      page.blank();
    }
    remarks.forEach(remark ->
        page.marked(
            INDENT, Mark.shape(remark.outcome()), Ink.of(remark.outcome()), " " + remark.text()));
    if (!contrast.isEmpty()) {
      page.text(INDENT, contrast);
    }
  }

  private void others(ChangeView view, ChangeTable table) {
    String others = ChangeRemarks.others(view);
    if (others.isEmpty()) {
      return;
    }
    page.blank();
    page.text(INDENT, others + ":");
    table.others(view.others());
  }
}
