package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/** A study's findings at a terminal. */
public final class StudyTerminal {
  private StudyTerminal() {}

  /** All of it. */
  public static String render(StudyVerdict verdict, Style style) {
    Page page = new Page(style);
    StudyRecord record = verdict.record();
    StudyDesign design = record.design();
    page.marked("", design.name(), Ink.BOLD, ": " + design.title());
    page.text(
        "",
        "%d blocks of %d, one launch of each of %d cells in each. %s"
            .formatted(
                record.blocksDone(),
                design.blocks(),
                design.cells().size(),
                StudyWords.loop(record)));
    cells(page, verdict);
    claims(page, verdict);
    StudyWords.notes(verdict).forEach(note -> page.text("", "Note: " + note));
    return page.toString();
  }

  private static void cells(Page page, StudyVerdict verdict) {
    page.heading("Cells", "means of launches with their 90 % intervals");
    StudyDesign design = verdict.record().design();
    List<String> quantities = StudyWords.quantities(verdict);
    Table table = table(design.factors().size(), quantities.size());
    List<Cell> head = new ArrayList<>();
    design.factors().forEach(factor -> head.add(new Cell(factor.name(), Ink.BOLD)));
    quantities.forEach(name -> head.add(new Cell(StudyWords.title(name), Ink.BOLD)));
    table.row(head);
    verdict.cells().forEach(cell -> table.row(row(design, cell, quantities)));
    if (page.fits("  ", table)) {
      page.table("  ", table);
    } else {
      verdict.cells().forEach(cell -> narrow(page, design, cell, quantities));
    }
  }

  private static Table table(int factors, int quantities) {
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < factors + quantities; i++) {
      sides.add(i < factors ? Side.LEFT : Side.RIGHT);
    }
    return new Table(sides.toArray(Side[]::new));
  }

  private static List<Cell> row(StudyDesign design, CellFinding cell, List<String> quantities) {
    List<Cell> row = new ArrayList<>();
    StudyWords.levels(design, cell).forEach(level -> row.add(Cell.of(level)));
    quantities.forEach(name -> row.add(Cell.of(value(cell, name))));
    return row;
  }

  private static String value(CellFinding cell, String name) {
    Value value = cell.values().get(name);
    return value == null ? StudyWords.NOTHING : StudyWords.value(name, value);
  }

  private static void narrow(
      Page page, StudyDesign design, CellFinding cell, List<String> quantities) {
    List<String> told = new ArrayList<>();
    quantities.stream()
        .filter(name -> cell.values().containsKey(name))
        .forEach(name -> told.add(StudyWords.title(name) + " " + value(cell, name)));
    page.marked(
        "  ",
        design.shown(cell.cell()),
        Ink.BOLD,
        told.isEmpty() ? ": nothing" : ": " + String.join(", ", told));
  }

  private static void claims(Page page, StudyVerdict verdict) {
    if (verdict.claims().isEmpty()) {
      return;
    }
    page.heading("Claims", StudyWords.inShort(verdict));
    for (ClaimFinding finding : verdict.claims()) {
      String mark =
          StudyWords.shape(finding.outcome())
              + " "
              + StudyWords.of(finding.outcome()).toUpperCase(Locale.ROOT);
      page.marked("  ", mark, StudyWords.ink(finding.outcome()), ": " + finding.claim().says());
      page.text(
          "    ",
          "%s is %s; claimed is %s%s."
              .formatted(
                  StudyWords.contrast(finding.claim()),
                  StudyWords.figure(finding),
                  StudyWords.bound(finding.claim()),
                  published(finding)));
      if (finding.why() != null) {
        page.text("    ", "Not known: " + StudyWords.why(finding.why()) + ".");
      }
    }
  }

  private static String published(ClaimFinding finding) {
    String source = finding.claim().source();
    return (finding.claim().published() == null
            ? ""
            : "; published was " + StudyWords.published(finding.claim()))
        + (source == null ? "" : " (" + source + ")");
  }
}
