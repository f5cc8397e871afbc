package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import loomwatch.results.Metric.Direction;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.DataJs.ImportedHistory;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JMH's results of two releases, in a repository that has a tag for the first. */
class JmhReleasesTest {
  @TempDir Path project;
  @TempDir Path results;

  private String second = "";
  private String time = "";

  @BeforeEach
  void releaseTwice() throws Exception {
    git("init", "--quiet");
    commit("First release", "2026-01-05T10:00:00Z");
    git("tag", "v1.2");
    commit("Second release", "2026-02-05T10:00:00Z");
    second = git("rev-parse", "HEAD");
  }

  @Test
  void read_releases_areImportedAtTheirCommits() throws Exception {
    write(second.substring(0, 8) + ".json", one("thrpt", "ops/us", "[[4, 4], [5]]"));
    write(
        "v1.2.json", one("thrpt", "ops/us", "[[1]]"), one("avgt", "us/op", "[[0.2, 0.4], [0.5]]"));

    ImportedHistory read = JmhReleases.read(results, project);

    assertThat(read.entries())
        .extracting(HistoryEntry::measuredAt)
        .containsExactly(
            Instant.parse("2026-01-05T10:00:00Z"), Instant.parse("2026-02-05T10:00:00Z"));
    HistoryEntry first = read.entries().getFirst();
    assertThat(first.provenance().release()).isEqualTo("v1.2");
    assertThat(first.provenance().message()).isEqualTo("First release");
    assertThat(first.series())
        .containsExactly(
            series("time-per-operation", "s/op", List.of(0.3e-6, 0.5e-6)),
            series("allocated-per-operation", "B/op", List.of(160.0)));
    assertThat(read.entries().getLast().series().getFirst().values())
        .containsExactly(0.25e-6, 0.2e-6);
    assertThat(read.entries().getLast().provenance().commit()).isEqualTo(second);
    assertThat(read.repeated()).isEqualTo(1);
    assertThat(JmhReleases.read(results, project).notIn(read.entries())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "v9.9.json, '[]', v9.9.json must be named after a revision or tag that git knows",
    "v1.2.json, '{}', v1.2.json: JMH results must be a list",
    "HEAD~1.json, '[]', v1.2.json must be of another commit than "
  })
  void read_wrongFile_isNamed(String name, String json, String message) throws IOException {
    Files.writeString(results.resolve("v1.2.json"), "[]");
    Files.writeString(results.resolve(name), json);

    assertThatThrownBy(() -> JmhReleases.read(results, project))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  @Test
  void read_folderWithoutResults_saysWhatToPutThere() {
    assertThatThrownBy(() -> JmhReleases.read(results, project))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("named after revisions, such as v1.2.json, had none");
  }

  private static HistorySeries series(String metric, String unit, List<Double> values) {
    return new HistorySeries(
        "com.acme.Csv.hash:size=10",
        HistorySeries.IMPORTED,
        metric,
        unit,
        Direction.LOWER_IS_BETTER,
        values);
  }

  private void write(String name, String... benchmarks) throws IOException {
    Files.writeString(results.resolve(name), "[" + String.join(",", benchmarks) + "]");
  }

  private static String one(String mode, String unit, String data) {
    return """
    {"benchmark": "com.acme.Csv.hash", "mode": "%s", "forks": 2, "params": {"size": "10"},
     "primaryMetric": {"scoreUnit": "%s", "rawData": %s},
     "secondaryMetrics": {"gc.alloc.rate.norm": {"scoreUnit": "B/op", "rawData": [[160]]}}}
    """
        .formatted(mode, unit, data);
  }

  private void commit(String message, String at) throws Exception {
    time = at;
    Files.writeString(project.resolve("file"), message);
    git("add", "file");
    git("commit", "--quiet", "-m", message);
  }

  private String git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", project.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      builder.environment().put("GIT_%s_NAME".formatted(who), "A");
      builder.environment().put("GIT_%s_EMAIL".formatted(who), "a@example.org");
      builder.environment().put("GIT_%s_DATE".formatted(who), time);
    }
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.strip();
  }
}
