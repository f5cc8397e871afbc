package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.gate.report.ScenarioView.Row;
import loomwatch.gate.report.TerminalReport.Colour;
import loomwatch.gate.verdict.JudgedMode;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Phases;
import loomwatch.results.Subject;
import loomwatch.results.WarmUp;

/** A verdict as Markdown: {@code report.md}. Text from outside is escaped, never interpreted. */
public final class MarkdownReport {
  private final Verdict verdict;
  private final MeasurementRecord record;
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
  }

  /** The whole report. */
  public static String render(Verdict verdict, MeasurementRecord record) {
    MarkdownReport report = new MarkdownReport(verdict, record);
    report.heading();
    ScenarioView.of(verdict).forEach(report::scenario);
    report.limits();
    report.trust();
    report.everything();
    report.launches();
    report.machine();
    return report.out.toString();
  }

  private void heading() {
    line("# Loomwatch: " + TerminalReport.Mark.of(verdict.verdict(), Colour.OFF));
    line("");
    line(Summary.of(verdict) + ".");
  }

  private void scenario(ScenarioView scenario) {
    line("");
    line("## " + escape(scenario.name()));
    line("");
    String load = Summary.load(record, scenario.name()).strip();
    if (!load.isEmpty()) {
      line(escape(load) + ". ");
    }
    line("**" + escape(Sentence.of(scenario)) + "**");
    table(scenario.keyRows());
  }

  private void table(List<Row> rows) {
    line("");
    line("| metric | platform | virtual | virtual ÷ platform | launches |");
    line("|---|---:|---:|---:|---:|");
    for (Row row : rows) {
      line(
          "| %s | %s | %s | %s | %s |"
              .formatted(
                  row.metric().label(),
                  cell(row, JudgedMode.PLATFORM),
                  cell(row, JudgedMode.VIRTUAL),
                  cell(row, JudgedMode.CONTRAST),
                  row.cells().values().stream().mapToInt(MetricVerdict::launches).max().orElse(0)));
    }
  }

  private static String cell(Row row, JudgedMode mode) {
    MetricVerdict cell = row.cell(mode).orElse(null);
    return cell == null || cell.value() == null
        ? "–"
        : Quantity.withInterval(cell.value(), cell.unit(), cell.interval());
  }

  private void limits() {
    line("");
    line("## Limits");
    line("");
    line("| | scenario | mode | metric | finding | why |");
    line("|---|---|---|---|---|---|");
    for (MetricVerdict metric : verdict.metrics()) {
      Outcome outcome = metric.verdict();
      if (outcome != null) {
        line(
            "| %s | %s | %s | %s%s | %s | %s |"
                .formatted(
                    TerminalReport.Mark.of(outcome, Colour.OFF),
                    escape(metric.scenario()),
                    metric.mode().label(),
                    metric.metric().label(),
                    metric.gate() ? "" : " (informs)",
                    escape(metric.reason()),
                    escape(metric.why() == null ? "" : metric.why())));
      }
    }
  }

  private void trust() {
    List<String> lines = new ArrayList<>();
    verdict.invalid().forEach(invalid -> lines.add("discarded: " + invalid));
    lines.addAll(verdict.warnings());
    lines.addAll(Summary.doubts(verdict));
    if (!lines.isEmpty()) {
      line("");
      line("## How far to trust this");
      line("");
      lines.forEach(text -> line("- " + escape(text)));
    }
  }

  private void everything() {
    details("Every metric");
    for (ScenarioView scenario : ScenarioView.of(verdict)) {
      line("");
      line("**" + escape(scenario.name()) + "**");
      table(scenario.rows());
    }
    line("");
    line("</details>");
  }

  private void launches() {
    details("Launches, warm-up and overhead");
    line("");
    line("| scenario | block | mode | valid | steady | overhead | warm-up |");
    line("|---|---:|---|---|---|---:|---|");
    for (Launch launch : record.launches()) {
      WarmUp warmUp = launch.warmUp();
      Phases phases = launch.phases();
      line(
          "| %s | %d | %s | %s | %s | %s | %s |"
              .formatted(
                  escape(launch.scenario()),
                  launch.block(),
                  launch.mode().label(),
                  launch.valid() ? "yes" : "no",
                  warmUp == null ? "–" : warmUp.steady() ? "yes" : "no",
                  phases == null
                      ? "–"
                      : String.format(Locale.ROOT, "%.0f %%", 100 * phases.overhead()),
                  warmUp == null ? "–" : escape(warmUp.why())));
    }
    line("");
    line("</details>");
  }

  private void machine() {
    details("Host and toolchain");
    line("");
    Host host = record.host();
    line(
        "- %s, %d CPUs, %s, kernel %s, governor %s, turbo %s, SMT %s"
            .formatted(
                escape(host.cpuModel()),
                host.cores(),
                Quantity.of(host.memoryBytes(), "B", null),
                escape(host.kernel()),
                escape(host.governor()),
                host.turbo(),
                host.smt()));
    line(
        "- server on CPUs %s, generator on %s"
            .formatted(host.serverCores(), host.generatorCores()));
    record
        .subjects()
        .forEach((arm, subject) -> line("- " + escape(arm) + ": " + describe(subject)));
    line("- fingerprint " + escape(record.fingerprint()));
    line(
        "- record %s, rule %s, seed %d"
            .formatted(escape(record.id()), verdict.rule(), record.seed()));
    line("");
    line("</details>");
  }

  private static String describe(Subject subject) {
    return escape(
        "revision %s%s, Tomcat %s, JDK %s (%s), flags %s"
            .formatted(
                subject.revision(),
                subject.dirty() ? " with local changes" : "",
                subject.tomcat(),
                subject.jdk(),
                subject.jdkVendor(),
                String.join(" ", subject.jvmFlags())));
  }

  private void details(String title) {
    line("");
    line("<details><summary>" + title + "</summary>");
  }

  /** Makes text from outside inert: no HTML, no links, no mentions, no table cells, one line. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '@' -> safe.append("&#64;");
        case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!' -> safe.append('\\').append(c);
        case '\n', '\r', '\t' -> safe.append(' ');
        default -> safe.append(Character.isISOControl(c) ? '?' : c);
      }
    }
    return safe.toString();
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
