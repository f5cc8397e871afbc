package loomwatch.tell.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Cell;
import loomwatch.tell.text.Table.Side;

/** The limits at a terminal: first those that do not hold for certain, then the others in short. */
public final class LimitSection {
  private static final String INDENT = "  ";
  private static final String DEEPER = "    ";

  private LimitSection() {}

  public static void print(Page page, Verdict verdict) {
    page.heading(
        verdict.comparison() == null
            ? "Limits of thresholds.yaml"
            : "Limits of thresholds.yaml on head alone",
        "");
    List<MetricVerdict> judged = LimitView.inOrder(verdict);
    if (judged.isEmpty()) {
      page.text(INDENT, "None applies to what was measured.");
      return;
    }
    List<MetricVerdict> unmeasured = judged.stream().filter(LimitSection::unmeasured).toList();
    judged.stream()
        .filter(metric -> !holds(metric) && !unmeasured(metric))
        .forEach(metric -> inFull(page, metric));
    byReason(page, unmeasured);
    for (boolean gate : new boolean[] {true, false}) {
      held(
          page,
          gate ? "Blocking limits that pass" : "Informational limits that pass",
          judged.stream().filter(metric -> holds(metric) && metric.gate() == gate).toList());
    }
  }

  private static boolean holds(MetricVerdict metric) {
    return metric.verdict() == Outcome.PASS || metric.verdict() == Outcome.IMPROVED;
  }

  /** Informs, and cannot: many such limits have one reason, which is then said once. */
  private static boolean unmeasured(MetricVerdict metric) {
    return metric.verdict() == Outcome.INVALID && !metric.gate();
  }

  private static void byReason(Page page, List<MetricVerdict> unmeasured) {
    unmeasured.stream()
        .collect(
            Collectors.groupingBy(MetricVerdict::reason, LinkedHashMap::new, Collectors.toList()))
        .forEach((reason, metrics) -> {
          page.marked(
              INDENT,
              Mark.of(Outcome.INVALID),
              Ink.of(Outcome.INVALID),
              " "
                  + metrics.stream().map(Summary::name).collect(Collectors.joining("; "))
                  + (metrics.size() == 1 ? " (informational)" : " (informational)"));
          page.text(DEEPER, reason);
        });
  }

  private static void held(Page page, String title, List<MetricVerdict> held) {
    if (held.isEmpty()) {
      return;
    }
    page.text(INDENT, title);
    Table table = new Table(Side.LEFT, Side.LEFT, Side.LEFT, Side.LEFT, Side.RIGHT, Side.LEFT);
    held.forEach(metric -> table.row(cells(metric)));
    if (page.fits(INDENT, table)) {
      page.table(INDENT, table);
    } else {
      held.forEach(metric -> inShort(page, metric));
    }
  }

  private static void inFull(Page page, MetricVerdict metric) {
    page.marked(
        INDENT,
        metric.verdict() == null ? "" : Mark.of(metric.verdict()),
        ink(metric),
        " " + Summary.name(metric) + (metric.gate() ? " (blocking)" : " (informational)"));
    page.text(DEEPER, metric.reason());
    if (metric.why() != null && metric.verdict() != Outcome.INVALID) {
      page.text(DEEPER, "why: " + metric.why());
    }
  }

  private static List<Cell> cells(MetricVerdict metric) {
    return List.of(
        new Cell(mark(metric), ink(metric)),
        Cell.of(metric.scenario()),
        Cell.of(metric.mode().label()),
        Cell.of(metric.metric().label()),
        Cell.of(Cells.withInterval(metric)),
        Cell.of(Cells.bound(metric)));
  }

  private static void inShort(Page page, MetricVerdict metric) {
    page.marked(
        INDENT,
        mark(metric),
        ink(metric),
        " " + Summary.name(metric) + ": " + Cells.withInterval(metric) + " " + Cells.bound(metric));
  }

  private static String mark(MetricVerdict metric) {
    return metric.verdict() == null ? "" : Mark.shape(metric.verdict());
  }

  private static Ink ink(MetricVerdict metric) {
    return metric.verdict() == null ? Ink.PLAIN : Ink.of(metric.verdict());
  }
}
