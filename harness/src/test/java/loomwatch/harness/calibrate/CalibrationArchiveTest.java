package loomwatch.harness.calibrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import loomwatch.harness.github.SmallRun;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.CalibrationException;
import loomwatch.judge.calibration.JudgedComparison;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrationArchiveTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Thresholds THRESHOLDS =
      ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());

  @TempDir Path directory;

  private void measured(String id, Consumer<ObjectNode> edit) throws IOException {
    Path file =
        SmallRun.write(
            Files.createDirectories(directory.resolve("new").resolve(id)), "a".repeat(40), 1);
    ObjectNode record = (ObjectNode) JSON.readTree(file.toFile());
    ObjectNode services = (ObjectNode) record.path("variants");
    services.retain("head");
    services.set("base", services.path("head").deepCopy());
    record.put("id", id);
    ((ObjectNode) record.path("comparison")).put("sameService", true);
    edit.accept(record);
    Files.writeString(file, record.toPrettyString());
  }

  private List<StoredCalibration> add(int most) throws IOException {
    return new CalibrationArchive(directory.resolve("kept"), most)
        .add(List.of(directory.resolve("new")), Installation.ofLauncher().known(), THRESHOLDS);
  }

  private static List<String> records(StoredCalibration made) {
    return made.calibration().comparisons().stream().map(Calibration.Source::record).toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("kept"))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.resolve("kept").relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void add_moreThanAreKept_keepsTheNewestOfEachKind() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    measured("20261102T000000Z-a", record -> {});
    measured("20261103T000000Z-a", record -> {});
    measured(
        "20261101T000000Z-b",
        record -> {
          ((ObjectNode) record.at("/variants/head")).put("fault", "cpu:25%");
          ((ObjectNode) record.path("comparison")).put("sameService", false);
        });

    List<StoredCalibration> made = add(2);

    assertThat(made).hasSize(1);
    assertThat(records(made.getFirst()))
        .containsExactly("20261101T000000Z-b", "20261102T000000Z-a", "20261103T000000Z-a");
    assertThat(files()).hasSize(4).filteredOn(file -> file.endsWith("calibration.json")).hasSize(1);
  }

  @Test
  void add_again_changesNothing() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    String first = add(30).getFirst().text();
    List<String> files = files();

    assertThat(add(30).getFirst().text()).isEqualTo(first);
    assertThat(files()).isEqualTo(files);
  }

  @Test
  void add_withDistributions_keepsHowManyAreInThem() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    MeasurementRecord measured =
        StoredRecord.read(directory.resolve("new/20261101T000000Z-a/record.json")).record();

    add(30);

    MeasurementRecord kept =
        StoredRecord.read(directory.resolve("kept").resolve(files().getFirst())).record();
    assertThat(StoredRecord.of(kept).text().length())
        .isLessThan(StoredRecord.of(measured).text().length());
    JudgedComparison before = JudgedComparison.of(measured, THRESHOLDS);
    JudgedComparison after = JudgedComparison.of(kept, THRESHOLDS);
    assertThat(after.verdict().metrics()).isEqualTo(before.verdict().metrics()).isNotEmpty();
    assertThat(after.deciding()).isEqualTo(before.deciding());
  }

  @Test
  void add_scenarioAtAnotherRate_forgetsWhatWasMeasuredBefore() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    add(30);
    atAnotherRate(directory.resolve("kept").resolve(files().getFirst()));
    Files.delete(directory.resolve("new/20261101T000000Z-a/record.json"));
    measured("20261102T000000Z-a", record -> {});

    assertThat(records(add(30).getFirst())).containsExactly("20261102T000000Z-a");
    assertThat(files()).hasSize(2).noneMatch(file -> file.contains("20261101T000000Z-a"));
  }

  /** As it was kept before the scenario's rate was changed. */
  private static void atAnotherRate(Path packed) throws IOException {
    ObjectNode record;
    try (var in = new GZIPInputStream(Files.newInputStream(packed))) {
      record = (ObjectNode) JSON.readTree(in);
    }
    ((ObjectNode) record.at("/scenarios/0")).put("requestsPerSecond", 8_765.0);
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(
          StoredRecord.of(StoredRecord.read(record.toString(), "kept").record())
              .text()
              .getBytes(UTF_8));
    }
  }

  @Test
  void add_scenarioNobodyKnows_keepsNothing() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    measured(
        "20261102T000000Z-a",
        record -> {
          ((ObjectNode) record.at("/scenarios/0")).put("name", "../elsewhere");
        });

    assertThatThrownBy(() -> add(30)).isInstanceOf(RecordException.class);
    assertThat(directory.resolve("kept")).doesNotExist();
  }

  /** It is newer, and what was kept would have been left out for it. */
  @Test
  void add_comparisonOfTwoServices_changesNothing() throws Exception {
    measured("20261101T000000Z-a", record -> {});
    add(30);
    List<String> files = files();
    measured(
        "20261102T000000Z-a",
        record -> {
          ((ObjectNode) record.path("comparison")).put("sameService", false);
        });

    assertThatThrownBy(() -> add(30)).isInstanceOf(CalibrationException.class);
    assertThat(files()).isEqualTo(files);
  }

  @Test
  void add_folderWithoutRecords_isRefused() throws Exception {
    Files.createDirectories(directory.resolve("new"));

    assertThatThrownBy(() -> add(30))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("must hold a record.json below, did not");
  }

  @Test
  void add_faultOfNoForm_keepsNothing() throws Exception {
    measured(
        "20261101T000000Z-a",
        record -> {
          ((ObjectNode) record.at("/variants/head")).put("fault", "cpu:<script>");
          ((ObjectNode) record.path("comparison")).put("sameService", false);
        });

    assertThatThrownBy(() -> add(30))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("size of fault cpu must be ");
    assertThat(directory.resolve("kept")).doesNotExist();
  }
}
