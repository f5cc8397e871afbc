package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.SmallRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code gate --sha}: a run that another job left is data, and believed no further. */
@Execution(ExecutionMode.CONCURRENT)
class UntrustedArtifactTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  /** Of the record's fixture. */
  private static final String BASE = "8d2b6a9e7c5d3b1a0987654321360e5a0c1f0f4f";

  private static final Map<String, String> SMALL_HEAP = Map.of("JAVA_TOOL_OPTIONS", "-Xmx24m");

  @TempDir Path directory;

  @BeforeEach
  void leave() throws IOException {
    SmallRun.write(directory, SHA, 1.2);
  }

  @Test
  void gate_recordOfThatCommit_isJudgedAsAny() throws Exception {
    Loomwatch.Ended ended = gate(SHA);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(directory.resolve("report.md")).content().contains("REGRESSED");
  }

  @Test
  void gate_recordOfAnotherCommit_exits65AndJudgesNothing() throws Exception {
    Loomwatch.Ended ended = gate("1".repeat(40));

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("the record's head must be --sha 1111", SHA);
    assertThat(directory.resolve("verdict.json")).doesNotExist();
  }

  @Test
  void gate_recordAgainstAnotherBase_exits65AndJudgesNothing() throws Exception {
    Loomwatch.Ended ended = gate(SHA, "--base", "1".repeat(40));

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("the record's base must be --base 1111");
    assertThat(directory.resolve("verdict.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quick|quick|1|''",
        "trial|quick|65|the record's profile must be quick, was \"trial\"",
        "full|full|65|the record's scenarios must be body-64k, cpu, hello, list-static,",
        "quick|other|64|unknown profile 'other'"
      })
  void gate_profileThatWasAsked_isThatOfTheRecordWithAllItsScenarios(
      String was, String asked, int code, String message) throws Exception {
    Path record = directory.resolve("record.json");
    Files.writeString(record, Files.readString(record).replace("\"quick\"", '"' + was + '"'));

    Loomwatch.Ended ended = gate(SHA, "--base", BASE, "--profile", asked);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(code);
    assertThat(ended.err()).contains(message);
  }

  @Test
  void gate_profileWithoutABase_exits64() throws Exception {
    Loomwatch.Ended ended = gate(SHA, "--profile", "quick");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err()).contains("--profile goes with --base");
  }

  /** One that cannot be read would end it, if it were read. */
  @Test
  void gate_calibrationBesideTheRecord_isNotRead() throws Exception {
    Files.writeString(directory.resolve("calibration.json"), "{");

    assertThat(gate(SHA).exitCode()).isEqualTo(1);
    assertThat(new Loomwatch(directory).call("gate", directory.toString()).exitCode())
        .as("one's own is")
        .isEqualTo(65);
  }

  @Test
  void gate_linkInTheRecordsPlace_isNotFollowed() throws Exception {
    Path elsewhere = directory.resolve("elsewhere.json");
    Files.move(directory.resolve("record.json"), elsewhere);
    Files.createSymbolicLink(directory.resolve("record.json"), elsewhere);

    Loomwatch.Ended ended = gate(SHA);

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("record.json must be a file, was something else");
  }

  /** Left to itself, a JVM that runs out of memory exits with 1, as for a regression. */
  @Test
  void gate_recordThatTakesAllMemory_isNoVerdict() throws Exception {
    Path record = directory.resolve("record.json");
    Files.writeString(record, Files.readString(record) + " ".repeat(14 << 20));
    Loomwatch small = new Loomwatch(directory).of(Loomwatch.ROOT, SMALL_HEAP);

    Loomwatch.Ended ended = small.run("gate", directory.toString(), "--sha", SHA);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(70);
    assertThat(ended.err()).contains("java.lang.OutOfMemoryError");
    assertThat(directory.resolve("verdict.json")).doesNotExist();
  }

  /** GitHub's runner does what a log tells it. */
  @Test
  void gate_onActions_printsNoCommandOfARecords() throws Exception {
    Path record = directory.resolve("record.json");
    Files.writeString(
        record,
        Files.readString(record)
            .replaceFirst("\"cpuModel\" : \"[^\"]*\"", "\"cpuModel\" : \"Xeon ##[add-mask]1\""));
    Loomwatch actions =
        new Loomwatch(directory).of(Loomwatch.ROOT, Map.of("GITHUB_ACTIONS", "true"));

    Loomwatch.Ended ended = actions.run("gate", directory.toString(), "--all", "--sha", SHA);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("Xeon").doesNotContain("##[");
  }

  private Loomwatch.Ended gate(String sha, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("gate", directory.toString(), "--sha", sha));
    command.addAll(List.of(more));
    return new Loomwatch(directory).call(command.toArray(String[]::new));
  }
}
