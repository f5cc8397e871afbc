package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.ScenarioView.Row;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/** One scenario at a terminal: a sentence, the numbers, the latency spectrum. */
public final class ScenarioSection {
  private static final String INDENT = "  ";
  private static final String DEEPER = "    ";

  private final Page page;
  private final Notes notes;
  private final boolean counted;

  private ScenarioSection(Page page, Notes notes, boolean counted) {
    this.page = page;
    this.notes = notes;
    this.counted = counted;
  }

  public static void print(Page page, MeasurementRecord record, ScenarioView shown, Notes notes) {
    page.heading(shown.name(), Loads.plan(record, shown.name()));
    page.text(INDENT, Sentence.of(shown, notes) + Loads.shortfall(record, shown.name()));
    if (shown.rows().isEmpty()) {
      return;
    }
    new ScenarioSection(page, notes, shown.launches().isEmpty()).numbers(shown);
    RequestRows.print(page, record, shown.name());
    List<String> ladder =
        LatencyLadder.of(record, shown.name(), page.style().width(), page.style().colour());
    if (!ladder.isEmpty()) {
      page.blank();
      page.drawn(ladder);
    }
  }

  private void numbers(ScenarioView shown) {
    page.blank();
    Table oneLine = table(shown, false);
    Table twoLines = table(shown, true);
    if (page.fits(INDENT, oneLine)) {
      page.table(INDENT, oneLine);
    } else if (page.fits(INDENT, twoLines)) {
      page.table(INDENT, twoLines);
    } else {
      shown.rows().forEach(this::stacked);
    }
    shown
        .launches()
        .ifPresent(count -> page.text(INDENT, "each over " + Plural.count(count, "launch")));
  }

  private Table table(ScenarioView shown, boolean twoLines) {
    Table table =
        new Table(Side.LEFT, Side.RIGHT, Side.RIGHT, Side.LEFT, Side.RIGHT, Side.LEFT, Side.LEFT);
    String launches = counted ? "launches" : "";
    boolean noted = shown.rows().stream().anyMatch(row -> !notes.marks(row).isEmpty());
    String ratio = twoLines ? "virtual ÷" : "virtual ÷ platform";
    table.row("", "platform", "virtual", "", ratio, launches, noted ? "notes" : "");
    if (twoLines) {
      table.row("", "", "", "", "platform");
    }
    for (Row row : shown.rows()) {
      table.row(cells(row, twoLines));
      if (twoLines) {
        table.row(
            "",
            Cells.interval(row, JudgedMode.PLATFORM),
            Cells.interval(row, JudgedMode.VIRTUAL),
            "",
            Cells.interval(row, JudgedMode.CONTRAST));
      }
    }
    return table;
  }

  private List<Cell> cells(Row row, boolean valueOnly) {
    Difference difference = row.difference();
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(row.metric().label()));
    cells.add(Cell.of(number(row, JudgedMode.PLATFORM, valueOnly)));
    cells.add(Cell.of(number(row, JudgedMode.VIRTUAL, valueOnly)));
    cells.add(new Cell(difference == Difference.NONE ? "" : difference.mark(), difference.ink()));
    cells.add(new Cell(number(row, JudgedMode.CONTRAST, valueOnly), difference.ink()));
    cells.add(Cell.of(counted ? Cells.launches(row) : ""));
    cells.add(Cell.of(notes.marks(row)));
    return cells;
  }

  private static String number(Row row, JudgedMode mode, boolean valueOnly) {
    return valueOnly ? Cells.value(row, mode) : Cells.withInterval(row, mode);
  }

  /** For a terminal too narrow for columns. */
  private void stacked(Row row) {
    String marks = notes.marks(row);
    page.text(INDENT, row.metric().label() + (marks.isEmpty() ? "" : " (notes " + marks + ")"));
    for (JudgedMode mode : JudgedMode.values()) {
      if (row.measured(mode)) {
        boolean contrast = mode == JudgedMode.CONTRAST;
        page.text(
            DEEPER,
            (contrast ? row.difference().mark() + " virtual ÷ platform" : mode.label())
                + " "
                + Cells.withInterval(row, mode));
      }
    }
  }
}
