package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.study.StudyJudge;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Outcome;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.site.SiteData;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.history.History;
import loomwatch.trend.TrendJudge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every file of a site is what its schema says. */
class SiteSchemaTest {
  private static final Calibration.Share NONE = new Calibration.Share(0, 30, 0, 0.095);
  private static final Calibration CALIBRATION =
      new Calibration(
          Calibration.SCHEMA,
          Calibration.RULE,
          "changes/2",
          "sha256:" + "a".repeat(64),
          "quick",
          "embedded",
          "sha256:" + "b".repeat(64),
          List.of(),
          new Calibration.Unchanged(30, 0, 0, NONE),
          List.of(
              new Calibration.Noise(
                  "hello",
                  Mode.VIRTUAL,
                  Metric.LATENCY_P50,
                  30,
                  210,
                  2.1,
                  1.4,
                  NONE,
                  0.4,
                  null,
                  5)),
          List.of(
              new Calibration.InjectedFault(
                  "latency:1ms",
                  0,
                  Calibration.Share.of(3, 3),
                  List.of(
                      new Calibration.Seen(
                          "hello",
                          Mode.VIRTUAL,
                          Metric.LATENCY_P50,
                          1400,
                          3,
                          Calibration.Share.of(3, 3))),
                  5,
                  4.2)),
          List.of(
              new Calibration.Source(
                  "20261121T045600Z-3f9c", "sha256:" + "c".repeat(64), null, Outcome.PASS, 7)),
          List.of("a warning"));

  @TempDir Path directory;

  @Test
  void files_ofASite_followTheirSchema() throws IOException {
    SeededHistory history = new SeededHistory();
    Thresholds thresholds =
        ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());
    SiteData data = new SiteData(directory, SeededHistory::title);
    for (MeasurementRecord record : history.runs().subList(0, 8)) {
      data.add(record, Judge.judge(record, thresholds));
    }
    MeasurementRecord comparison = history.comparison();
    data.add(comparison, Judge.judge(comparison, thresholds));
    MeasurementRecord bump = history.bump();
    data.add(bump, Judge.judge(bump, thresholds));
    data.addPage(history.history().entries().getFirst());
    data.calibrated(List.of(CALIBRATION), null);
    data.studied(List.of(StudyJudge.judge(SeededStudy.record("curves", true))), SeededStudy::past);
    data.finish(Instant.EPOCH, List.of("torn"));

    assertThat(directory.resolve("studies.json")).exists();
    assertThat(filesThatFollowTheirSchema()).isGreaterThan(20);
    assertThat(directory.resolve("runs/" + comparison.id() + ".json"))
        .as("what the change of p99 rests on, a pair each")
        .content()
        .containsPattern("\"percentAgainstBase\":\\{[^}]*\"latency-p99\":1\\d\\.");
  }

  @Test
  void files_ofAJudgedHistory_followTheirSchema() throws IOException {
    History history = new SeededHistory().oddHistory();
    SiteData data = new SiteData(directory, SeededHistory::title);
    data.add(history, TrendJudge.judge(history, Accepted.NOTHING, Instant.EPOCH));
    data.finish(Instant.EPOCH, List.of());

    assertThat(directory.resolve("settled.json")).exists();
    assertThat(filesThatFollowTheirSchema()).isGreaterThan(10);
  }

  private int filesThatFollowTheirSchema() throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text());
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    assertThat(files)
        .allSatisfy(file ->
            assertThat(schema.validate(Files.readString(file), InputFormat.JSON))
                .as(file.toString())
                .isEmpty());
    return files.size();
  }

  private static String text() throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(
            SiteData.class.getResourceAsStream("site.schema.json"), "site.schema.json")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
