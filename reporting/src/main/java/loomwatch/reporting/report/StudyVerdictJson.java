package loomwatch.reporting.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Host;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyMetric;
import org.jspecify.annotations.Nullable;

/** A study's findings for other programs: {@code study NAME --json}. */
public final class StudyVerdictJson {
  private StudyVerdictJson() {}

  /**
   * All of it.
   *
   * @param loop {@code open} or {@code closed}
   * @param rounds measured
   * @param machine where
   */
  record Told(
      int schema,
      String study,
      String title,
      String recordId,
      Instant createdAt,
      Machine machine,
      String loop,
      int rounds,
      int planned,
      List<StudyDesign.Factor> factors,
      List<Cell> cells,
      List<Claim> claims,
      List<String> warnings) {}

  record Machine(String cpu, int cores) {}

  record Cell(Map<String, String> levels, int launches, Map<String, Figure> values) {}

  record Figure(double value, @Nullable Interval interval, String unit) {}

  /**
   * As the contract has it, and what is claimed.
   *
   * @param contrast what is divided by what, in words
   * @param why it cannot be told, in words
   */
  record Claim(
      String name,
      String says,
      @Nullable String source,
      String metric,
      String contrast,
      ClaimOutcome verdict,
      @Nullable String why,
      @Nullable Double value,
      @Nullable Interval interval,
      @Nullable Double published,
      @Nullable Double atLeast,
      @Nullable Double atMost,
      int rounds) {}

  /** Indented, with a final newline. */
  public static String write(StudyVerdict verdict) {
    Host host = verdict.record().host();
    StudyDesign design = verdict.record().design();
    return JsonFormat.write(
        StrictJson.WITH_NULLS,
        new Told(
            1,
            design.name(),
            design.title(),
            verdict.record().id(),
            verdict.record().createdAt(),
            new Machine(host.cpuModel(), host.cores()),
            design.loop().name().toLowerCase(Locale.ROOT),
            verdict.record().roundsDone(),
            design.rounds(),
            design.factors(),
            verdict.cells().stream().map(StudyVerdictJson::cell).toList(),
            verdict.claims().stream().map(StudyVerdictJson::claim).toList(),
            StudyReport.notes(verdict)));
  }

  private static Cell cell(CellFinding cell) {
    Map<String, Figure> values = new LinkedHashMap<>();
    cell.values()
        .forEach((name, value) ->
            values.put(
                name,
                new Figure(
                    value.mean(), value.interval(), StudyMetric.named(name).orElseThrow().unit())));
    return new Cell(cell.cell().levels(), cell.valid(), values);
  }

  private static Claim claim(ClaimFinding finding) {
    Value value = finding.value();
    return new Claim(
        finding.claim().name(),
        finding.claim().says(),
        finding.claim().source(),
        finding.claim().quantity(),
        StudyReport.contrast(finding.claim()),
        finding.outcome(),
        finding.why() == null ? null : StudyReport.why(finding.why()),
        value == null ? null : value.mean(),
        value == null ? null : value.interval(),
        finding.claim().published(),
        finding.claim().atLeast(),
        finding.claim().atMost(),
        value == null ? 0 : value.rounds());
  }
}
