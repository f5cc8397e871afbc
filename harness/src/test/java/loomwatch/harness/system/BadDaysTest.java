package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signals, dying and hanging servers. Whatever happens, nothing is left running. */
class BadDaysTest {
  @TempDir Path directory;
  private Loomwatch loomwatch;
  private Path out;
  private Process run;

  @BeforeEach
  void startRun() throws Exception {
    loomwatch = new Loomwatch(directory);
    out = directory.resolve("run");
    run = run("hello");
    Loomwatch.await("a server is up", () -> !Loomwatch.serverPids(out).isEmpty());
  }

  @AfterEach
  void endRun() {
    run.destroyForcibly();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "KILL, 137"})
  void run_toldToStop_leavesNoProcessAndNoRecordAndTheNextRunStarts(String signal, int exitCode)
      throws Exception {
    List<Long> servers = Loomwatch.serverPids(out);
    List<ProcessHandle> children = run.descendants().toList();

    signal(signal, run.pid());

    Loomwatch.Ended ended = loomwatch.end(run);
    assertThat(ended.exitCode()).isEqualTo(exitCode);
    Loomwatch.await("servers are gone", () -> servers.stream().noneMatch(Loomwatch::alive));
    Loomwatch.await("children are gone", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(out.resolve("record.json")).doesNotExist();
    if (!signal.equals("KILL")) {
      assertThat(ended.err())
          .contains("stopped; no verdict")
          .contains("Earlier records are untouched");
    }

    out = directory.resolve("next");
    run = run("hello");
    Loomwatch.await("the next run is measuring", () -> !Loomwatch.serverPids(out).isEmpty());
  }

  @Test
  void run_serverKilledMidway_isInvalidWithItsExitCodeAndGoesOn() throws Exception {
    signal("KILL", Loomwatch.serverPids(out).getFirst());

    Loomwatch.Ended ended = loomwatch.end(run);

    // On a busy machine it is gone before the harness has read its ready line.
    assertThat(ended.out())
        .as(ended.err())
        .containsPattern("\"hello virtual block 1: (server-died|errors|server-not-ready): ");
    assertThat(ended.err()).contains("invalid: hello virtual block 1: ");
    assertThat(out.resolve("record.json")).exists();
  }

  @Test
  void run_serverHangsMidway_isInvalidAndTheServerIsKilled() throws Exception {
    long server = Loomwatch.serverPids(out).getFirst();
    signal("STOP", server);

    Loomwatch.Ended ended = loomwatch.end(run);

    assertThat(Loomwatch.alive(server)).isFalse();
    assertThat(ended.out()).contains("hello virtual block 1: ").contains("did not answer");
  }

  @Test
  void run_anotherIsMeasuring_isRefused() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.createSymbolicLink(
        other.resolve("loomwatch-measuring.lock"), directory.resolve("loomwatch-measuring.lock"));

    Loomwatch.Ended second = new Loomwatch(other).run("run", "--scenario", "hello");

    assertThat(second.exitCode()).isEqualTo(64);
    assertThat(second.err())
        .startsWith("loomwatch: another Loomwatch run is measuring on this machine");
  }

  private Process run(String scenario) throws Exception {
    return loomwatch.start(
        "run",
        "--profile",
        "smoke",
        "--mode",
        "virtual",
        "--scenario",
        scenario,
        "--json",
        "--out",
        out.toString());
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }
}
