package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The main job on real input, and the commands that read what it left. */
@ResourceLock("cpus")
class RunTest {
  @TempDir Path directory;

  @Test
  void run_bothModes_leavesEverythingAndItsVerdictIsRecomputable() throws Exception {
    Path out = directory.resolve("run");
    Loomwatch loomwatch = new Loomwatch(directory);

    Loomwatch.Ended run =
        loomwatch.run(
            "run",
            "--profile",
            "trial",
            "--rate",
            "500",
            "--scenario",
            "hello",
            "--json",
            "--out",
            out.toString());

    JsonNode verdict = new ObjectMapper().readTree(run.out());
    assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 2, 3);
    assertThat(verdict.path("metrics")).isNotEmpty();
    assertThat(out.resolve("record.json")).exists();
    assertThat(out.resolve("report.md")).content().contains("# Loomwatch:");
    assertThat(Files.readString(out.resolve("verdict.json"))).isEqualTo(run.out());
    assertThat(run.err()).contains("[ 1/1] hello round 1");
    everyLaunchWasWatched(out);
    Loomwatch.serverPids(out).forEach(pid -> assertThat(Loomwatch.alive(pid)).isFalse());

    Loomwatch.Ended gate = loomwatch.call("gate", "--json", out.toString());
    assertThat(gate.out()).isEqualTo(run.out());
    assertThat(gate.exitCode()).isEqualTo(run.exitCode());

    Loomwatch.Ended report = loomwatch.call("report", "--all", out.toString());
    assertThat(report.exitCode()).isZero();
    assertThat(report.out()).contains("latency-p99").contains("Limits of thresholds.yaml");

    Loomwatch.Ended again = loomwatch.call("run", "--scenario", "hello", "--out", out.toString());
    assertThat(again.exitCode()).isEqualTo(64);
    assertThat(again.err())
        .isEqualTo(
            "loomwatch: "
                + out
                + " already holds a record, and records are never overwritten; give another"
                + " --out\n");
  }

  /** Everything that does not depend on a quiet machine must be there. */
  private static void everyLaunchWasWatched(Path out) {
    var record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).hasSize(2);
    for (var launch : record.launches()) {
      for (Metric metric :
          List.of(
              Metric.TIME_TO_READY,
              Metric.RSS_AT_REST,
              Metric.THREAD_RESERVED_AFTER_LOAD,
              Metric.GC_PAUSE_TOTAL,
              Metric.PINNED)) {
        assertThat(launch.sample(metric)).as("%s of %s", metric, launch).isPresent();
      }
    }
  }
}
