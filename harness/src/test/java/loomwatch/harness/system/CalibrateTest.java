package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Comparisons one after another on real servers, stopped and gone on with, and what uses them. */
@ResourceLock("cpus")
class CalibrateTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;
  private Loomwatch loomwatch;

  @BeforeEach
  void begin() throws Exception {
    loomwatch = new SmallCheckout(directory).loomwatch(directory);
  }

  @Tag("long")
  @Test
  void calibrate_stoppedInTheSecondComparison_keepsTheFirstAndGoesOnWithTheOther()
      throws Exception {
    Loomwatch.Ended first = loomwatch.run(calibrate());
    assertThat(first.exitCode()).as(first.err()).isZero();
    List<Path> there = records();
    assertThat(there).hasSize(1);

    Process second = loomwatch.start(calibrate("--fault", "alloc:300%"));
    loomwatch.awaitStep(second, "calibration: 1 of 2 comparisons are in ");
    loomwatch.awaitStep(second, "calibration: comparison 2 of 2, fault alloc:300%: ");
    loomwatch.awaitStep(second, "[ 1/5]");
    Loomwatch.signal("INT", second.pid());

    assertThat(loomwatch.end(second).exitCode()).isEqualTo(130);
    assertThat(records()).isEqualTo(there);
    JsonNode calibration = JSON.readTree(first.out());
    assertThat(calibration.at("/unchanged/comparisons").asInt()).isEqualTo(1);
    Path file = campaign().resolve("calibration.json");
    assertThat(Files.readString(file)).isEqualTo(first.out());

    tableIsTheSameAgain(first.out(), file);
    gateShowsTheFloor(directoryOf(there.getFirst()), file);
    compareRefusesATolerance(file);
  }

  private void tableIsTheSameAgain(String expected, Path file) throws Exception {
    Files.delete(file);
    Loomwatch.Ended table = loomwatch.call(calibrate("--table"));
    assertThat(table.out()).as(table.err()).isEqualTo(expected);
    assertThat(Files.readString(file)).isEqualTo(expected);

    Path kept = directory.resolve("kept");
    for (Path record : records()) {
      Path packed =
          Files.createDirectories(kept.resolve(directoryOf(record).getFileName()))
              .resolve("record.json.gz");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
        Files.copy(record, out);
      }
    }
    Loomwatch.Ended elsewhere = loomwatch.call("calibrate", "--table", "--json", kept.toString());
    assertThat(elsewhere.out()).as(elsewhere.err()).isEqualTo(expected);
    assertThat(kept.resolve("calibration.json")).doesNotExist();
  }

  private void gateShowsTheFloor(Path comparison, Path calibration) throws Exception {
    Files.writeString(comparison.resolve("calibration.json"), withFloor(calibration, 1));

    Loomwatch.Ended gate = loomwatch.call("gate", "--json", comparison.toString());

    JsonNode verdict = JSON.readTree(gate.out());
    assertThat(verdict.at("/inputs/calibration").asText()).startsWith("sha256:");
    assertThat(verdict.findValues("floorPercent"))
        .filteredOn(JsonNode::isNumber)
        .singleElement()
        .extracting(JsonNode::asDouble)
        .isEqualTo(1.0);
    assertThat(comparison.resolve("report.md")).content().contains("| floor |");
  }

  /** As if twenty comparisons had shown that floor; a busy machine may have shown nothing. */
  private static String withFloor(Path calibration, double percent) throws IOException {
    ObjectNode edited = (ObjectNode) JSON.readTree(calibration.toFile());
    JsonNode share = edited.at("/unchanged/falseAlarms");
    edited
        .putArray("noise")
        .addObject()
        .put("scenario", "hello")
        .put("mode", "virtual")
        .put("metric", "cpu-per-request")
        .put("comparisons", 20)
        .put("rounds", 140)
        .putNull("spreadPercent")
        .put("floorPercent", percent)
        .putNull("pUniform")
        .putNull("mdePercent")
        .put("tolerancePercent", 5)
        .set("falseAlarms", share);
    return edited.toPrettyString();
  }

  private void compareRefusesATolerance(Path file) throws IOException, InterruptedException {
    Files.writeString(file, withFloor(file, 40));

    Loomwatch.Ended compare =
        loomwatch.run(
            "compare",
            "--base",
            "ref=main",
            "--head",
            "ref=.",
            "--aa",
            "--profile",
            "trial",
            "--rate",
            "500",
            "--generator",
            "embedded");

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(65);
    assertThat(compare.err())
        .containsPattern(
            "thresholds.yaml:\\d+:\\d+: tolerance must be at least 80 %, twice the noise floor of"
                + " this host \\(40 % for cpu-per-request of hello with virtual threads, from 20"
                + " comparisons of one service with itself\\), was \\d %");
    assertThat(compare.out()).isEmpty();
  }

  private static String[] calibrate(String... more) {
    return Stream.concat(
            Stream.of(
                "calibrate",
                "--profile",
                "trial",
                "--rate",
                "500",
                "--mode",
                "virtual",
                "--generator",
                "embedded",
                "--comparisons",
                "1",
                "--json"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private static Path directoryOf(Path record) {
    return Objects.requireNonNull(record.getParent());
  }

  private Path campaign() throws IOException {
    try (Stream<Path> folders = Files.list(loomwatch.out().resolve("calibration"))) {
      return folders.findFirst().orElseThrow();
    }
  }

  private List<Path> records() throws IOException {
    try (Stream<Path> files = Files.walk(campaign())) {
      return files.filter(file -> file.endsWith("record.json")).sorted().toList();
    }
  }
}
