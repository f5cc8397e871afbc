package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.gate.report.ScenarioView.Row;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.Host;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;

/** A verdict for a person at a terminal. */
public final class TerminalReport {
  private static final int NARROWEST = 40;
  private static final String LEGEND =
      "Values are means over n launches (for a ratio: blocks) with 90 % confidence intervals.";

  private final Verdict verdict;
  private final MeasurementRecord record;
  private final Style style;
  private final List<String> out = new ArrayList<>();

  /** Whether escape sequences colour the text; shapes always tell the same. */
  public enum Colour {
    ON,
    OFF
  }

  /** How much is shown. */
  public enum Detail {
    /** The metrics people look for and those with a limit. */
    KEY,
    /** Every metric. */
    ALL
  }

  /**
   * How it is to look.
   *
   * @param width columns; text is wrapped to it, at least 40
   * @param colour whether escape sequences are used
   * @param detail how much is shown
   */
  public record Style(int width, Colour colour, Detail detail) {
    public Style {
      width = Math.max(NARROWEST, width);
    }
  }

  private TerminalReport(Verdict verdict, MeasurementRecord record, Style style) {
    this.verdict = verdict;
    this.record = record;
    this.style = style;
  }

  /** The whole report, ending with a newline. */
  public static String render(Verdict verdict, MeasurementRecord record, Style style) {
    TerminalReport report = new TerminalReport(verdict, record, style);
    report.heading();
    ScenarioView.of(verdict).forEach(report::scenario);
    report.limits();
    report.doubts();
    report.out.add("");
    report.wrap("", LEGEND);
    return String.join("\n", report.out) + "\n";
  }

  private void heading() {
    out.add("");
    out.add(Mark.of(verdict.verdict(), style.colour()) + " " + Summary.of(verdict));
    Subject subject = record.subjects().get("head");
    Host host = record.host();
    if (subject != null) {
      wrap(
          "",
          "Tomcat %s, JDK %s, %s engine, profile %s; %s, server on CPU %s, generator on %s"
              .formatted(
                  subject.tomcat(),
                  subject.jdk(),
                  record.engine(),
                  record.profile(),
                  host.cpuModel(),
                  host.serverCores(),
                  host.generatorCores()));
    }
  }

  private void scenario(ScenarioView scenario) {
    out.add("");
    out.add(bold(scenario.name()) + Summary.load(record, scenario.name()));
    wrap("  ", Sentence.of(scenario));
    List<Row> rows = style.detail() == Detail.ALL ? scenario.rows() : scenario.keyRows();
    Table wide = table(rows, true);
    Table chosen = wide.width() + 2 <= style.width() ? wide : table(rows, false);
    if (chosen.width() + 2 <= style.width()) {
      chosen.lines().forEach(line -> out.add("  " + line));
    } else {
      rows.forEach(this::stacked);
    }
  }

  private static Table table(List<Row> rows, boolean intervals) {
    Table table = new Table();
    table.row("", "platform", "virtual", "virtual ÷ platform", "n");
    for (Row row : rows) {
      table.row(
          row.metric().label(),
          cell(row, JudgedMode.PLATFORM, intervals),
          cell(row, JudgedMode.VIRTUAL, intervals),
          cell(row, JudgedMode.CONTRAST, intervals),
          launches(row));
    }
    return table;
  }

  private static String cell(Row row, JudgedMode mode, boolean interval) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    if (cell == null || cell.value() == null) {
      return "–";
    }
    // The row's name says what it is per.
    String unit = cell.unit().replaceFirst("/.*", "");
    return interval
        ? Quantity.withInterval(cell.value(), unit, cell.interval())
        : Quantity.withSpread(cell.value(), unit, cell.interval());
  }

  private static String launches(Row row) {
    return row.cells().values().stream()
        .map(cell -> Integer.toString(cell.launches()))
        .distinct()
        .sorted()
        .reduce((a, b) -> a + "/" + b)
        .orElse("0");
  }

  /** For a terminal too narrow for columns. */
  private void stacked(Row row) {
    out.add("  " + row.metric().label());
    for (JudgedMode mode : JudgedMode.values()) {
      row.cell(mode)
          .ifPresent(cell -> out.add("    " + mode.label() + " " + cell(row, mode, true)));
    }
  }

  private void limits() {
    out.add("");
    out.add(bold("Limits of thresholds.yaml"));
    List<MetricVerdict> judged =
        verdict.metrics().stream().filter(metric -> metric.verdict() != null).toList();
    for (MetricVerdict metric : judged) {
      Outcome outcome = metric.verdict();
      if (outcome == null) {
        continue;
      }
      wrap(
          "  ",
          "%s %s %s %s%s: %s"
              .formatted(
                  Mark.of(outcome, style.colour()),
                  metric.scenario(),
                  metric.mode().label(),
                  metric.metric().label(),
                  metric.gate() ? "" : " (informs)",
                  metric.reason()));
      if (outcome != Outcome.PASS && metric.why() != null) {
        wrap("      ", "why: " + metric.why());
      }
    }
    if (judged.isEmpty()) {
      out.add("  none applies to what was measured");
    }
  }

  private void doubts() {
    List<String> lines = new ArrayList<>(verdict.invalid());
    lines.replaceAll(line -> "discarded: " + line);
    lines.addAll(verdict.warnings());
    lines.addAll(Summary.doubts(verdict));
    if (!lines.isEmpty()) {
      out.add("");
      out.add(bold("How far to trust this"));
      lines.forEach(line -> wrap("  ", "· " + line));
    }
  }

  private String bold(String text) {
    return style.colour() == Colour.ON ? "\033[1m" + text + "\033[0m" : text;
  }

  private void wrap(String indent, String text) {
    Wrapping.wrap(text, indent, style.width()).forEach(out::add);
  }

  /** A shape, and a colour where there are any. */
  static final class Mark {
    private Mark() {}

    static String of(Outcome outcome, Colour colour) {
      String word = outcome.label().toUpperCase(Locale.ROOT);
      String text =
          switch (outcome) {
            case PASS -> "✔ " + word;
            case IMPROVED -> "▲ " + word;
            case REGRESSED -> "✘ " + word;
            case INCONCLUSIVE -> "? " + word;
            case INVALID -> "⊘ " + word;
          };
      int code =
          switch (outcome) {
            case PASS, IMPROVED -> 32;
            case REGRESSED -> 31;
            case INCONCLUSIVE -> 33;
            case INVALID -> 35;
          };
      return colour == Colour.ON ? "\033[%dm%s\033[0m".formatted(code, text) : text;
    }
  }
}
