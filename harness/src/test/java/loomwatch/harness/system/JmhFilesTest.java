package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare --base-json --head-json}: two result files of JMH, compared without measuring. */
class JmhFilesTest {
  @TempDir Path directory;

  @Test
  void compare_files_areWeakEvidenceInTheDirectionOfEachMode() throws Exception {
    Path base =
        file(
            "base.json",
            of("a.A.time", "avgt", "us/op", "[10.0],[10.1],[10.2]"),
            of("a.A.rate", "thrpt", "ops/ms", "[10.0],[10.1],[10.2]"),
            of("a.A.one", "avgt", "us/op", "[10.0]"),
            of("a.A.old", "avgt", "us/op", "[10.0]"));
    Path head =
        file(
            "head.json",
            of("a.A.time", "avgt", "ns/op", "[13000],[13100],[13200]"),
            of("a.A.rate", "thrpt", "ops/s", "[13000],[13100],[13200]"),
            of("a.A.one", "avgt", "us/op", "[20.0]"));

    Loomwatch.Ended json = compare(base, head, "--json");

    assertThat(json.exitCode()).as(json.err()).isEqualTo(1);
    JsonNode rows = new ObjectMapper().readTree(json.out()).path("benchmarks");
    assertThat(rows)
        .extracting(
            row -> row.path("benchmark").asText(),
            row -> Math.round(1e3 * row.path("ratio").asDouble()),
            row -> row.path("verdict").asText())
        .containsExactlyInAnyOrder(
            tuple("a.A.time", 1_297L, "regressed"),
            tuple("a.A.rate", 771L, "inconclusive"),
            tuple("a.A.one", 2_000L, "inconclusive"));
    assertThat(compare(base, head).out())
        .contains(
            "✘ REGRESSED: 1 figure of 3 got worse", "Weak evidence", "Head lacks a.A.old avgt")
        .contains("? a.A.one (avgt), time per operation: 10 µs → 20 µs, × 2 (one fork)");
  }

  /** The same in both is no proof, as they are of two hours. */
  @Test
  void compare_equalFiles_isNoPass() throws Exception {
    Path file = file("a.json", of("a.A.time", "avgt", "us/op", "[10.0],[10.1],[10.2]"));

    assertThat(compare(file, file).exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|65|JMH results must be there, was empty",
        "`[{`|65|JMH results must be JSON, was not",
        "`[]`|65|have no benchmark in common",
      })
  void compare_fileThatIsNone_saysWhatToDo(String text, int exitCode, String message)
      throws Exception {
    Path good = file("a.json", of("a.A.time", "avgt", "us/op", "[10.0]"));
    Path bad = Files.writeString(directory.resolve("bad.json"), text);

    Loomwatch.Ended run = compare(good, bad);

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
    assertThat(compare(good, directory.resolve("no.json")).err()).contains("cannot be read");
  }

  private Loomwatch.Ended compare(Path base, Path head, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("compare", "--base-json", base.toString(), "--head-json", head.toString()));
    arguments.addAll(List.of(more));
    return new Loomwatch(directory).call(arguments.toArray(String[]::new));
  }

  private Path file(String name, String... benchmarks) throws IOException {
    return Files.writeString(directory.resolve(name), "[" + String.join(",", benchmarks) + "]");
  }

  private static String of(String name, String mode, String unit, String forks) {
    return """
    {"benchmark":"%s","mode":"%s","forks":1,
     "primaryMetric":{"scoreUnit":"%s","rawData":[%s]},"secondaryMetrics":{}}
    """
        .formatted(name, mode, unit, forks);
  }
}
