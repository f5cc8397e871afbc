package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.host.CoreLayout.CpuList;
import loomwatch.measure.host.HostProbe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Signals, a full disk, dying and hanging servers. Whatever happens, nothing is left running and
 * what was recorded before is there.
 */
@ResourceLock("cpus")
class BadDaysTest {
  private static final int MOST_RUNS = 4;

  @TempDir Path directory;
  private Loomwatch loomwatch;
  private EarlierRecord earlier;
  private Path out;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    loomwatch = new Loomwatch(directory).tellingSteps();
    earlier = EarlierRecord.in(loomwatch.out());
    out = directory.resolve("run");
  }

  @AfterEach
  void endRuns() {
    started.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @CsvSource({
    "INT, hello, starting head-virtual, 130",
    "TERM, hello, warming up head-virtual, 143",
    "KILL, jmh, forking head, 137"
  })
  void run_toldToStop_leavesNoProcessAndNoRecord(
      String signal, String scenario, String step, int exitCode) throws Exception {
    Process run = start(scenario, step);
    if (scenario.equals("jmh")) {
      Loomwatch.await("a fork runs", () -> run.descendants().anyMatch(BadDaysTest::isFork));
    }

    Loomwatch.Ended ended = assertStopped(run, signal, exitCode);

    if (!signal.equals("KILL")) {
      assertThat(ended.err())
          .endsWith(
              "\nloomwatch: stopped; no verdict. Logs so far: %s. Earlier records are untouched.\n"
                  .formatted(out.resolve("raw")));
    }
  }

  /** While it measures, others are refused; its servers have left the generator's CPUs. */
  @Test
  void run_killedWhileMeasuring_leavesNoProcessAndTheNextRunStarts() throws Exception {
    Process run = start("hello", "measuring, window 1 of 2");
    assertServersHaveMovedToTheirOwnCpus();
    assertAnotherIsRefused();

    assertStopped(run, "KILL", 137);

    out = directory.resolve("next");
    start("hello", "starting head-virtual");
  }

  private Loomwatch.Ended assertStopped(Process run, String signal, int exitCode) throws Exception {
    List<ProcessHandle> children = run.descendants().toList();
    assertThat(children).isNotEmpty();

    Loomwatch.signal(signal, run.pid());

    Loomwatch.Ended ended = loomwatch.end(run);
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
    Loomwatch.await("children are gone", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
    assertThat(out.resolve("record.json")).doesNotExist();
    assertThat(ended.out()).isEmpty();
    earlier.assertIntact();
    return ended;
  }

  @Test
  void run_serverKilled_isInvalidWithItsExitCodeAndLastLinesAndGoesOn() throws Exception {
    Loomwatch.Ended ended = whoseServerIsSent("KILL", "measuring, window 1 of 2");

    assertThat(ended.err())
        .containsPattern(
            "  invalid: hello virtual round 1: server-died: the virtual server exited with 137"
                + " (under load|before a window|after a window|while it was observed)"
                + "; its last lines:\n    loomwatch-server ready port=\\d+ ");
    assertThat(ended.out())
        .contains("\"hello virtual round 1: server-died: the virtual server exited with 137 ");
    assertThat(ended.err()).as("goes on").contains("measured in ");
    assertThat(out.resolve("record.json")).exists();
  }

  @Test
  void run_serverHangs_isInvalidWithItsLastLinesAndTheServerIsKilled() throws Exception {
    Loomwatch.Ended ended = whoseServerIsSent("STOP", "warming up head-virtual");

    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
    assertThat(ended.err())
        .containsPattern(
            "  invalid: hello virtual round 1: server-died: the virtual server did not answer .*"
                + "; its last lines:\n    loomwatch-server ready port=\\d+ ");
    assertThat(ended.err()).as("goes on").contains("measured in ");
    assertThat(out.resolve("record.json")).exists();
  }

  /** From then on the kernel refuses whatever would make a file longer than 1 KiB. */
  @Test
  void run_diskFullAtTheEnd_exits70AndSaysSo() throws Exception {
    Process run = start("jmh", "forking head");
    List<ProcessHandle> children = run.descendants().toList();
    Loomwatch.command("prlimit", "--pid", Long.toString(run.pid()), "--fsize=1024:1024");

    Loomwatch.Ended ended = loomwatch.end(run);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(70);
    assertThat(ended.err())
        .endsWith(
            ("loomwatch: %s: file must be writable, was not: File too large; what was there before"
                    + " is intact: free space, or correct the path or its permissions, and run"
                    + " again\n")
                .formatted(out.resolve("record.json")));
    assertThat(ended.out()).isEmpty();
    assertThat(out.toFile().list()).containsExactly("raw");
    Loomwatch.await("children are gone", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    earlier.assertIntact();
  }

  /** They warm up on the generator's CPUs too, and would take its time if they stayed. */
  private void assertServersHaveMovedToTheirOwnCpus() throws IOException {
    Path threads = Path.of("/proc/" + Loomwatch.serverPids(out).getFirst() + "/task");
    try (Stream<Path> all = Files.list(threads)) {
      assertThat(all.map(BadDaysTest::cpus).distinct())
          .containsExactly(HostProbe.ofThisMachine().layout().server());
    }
  }

  private static List<Integer> cpus(Path thread) {
    String allowed = "Cpus_allowed_list:";
    try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
      return CpuList.parse(
          lines
              .filter(line -> line.startsWith(allowed))
              .findFirst()
              .orElseThrow()
              .substring(allowed.length())
              .strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertAnotherIsRefused() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other"));
    Path lock = directory.resolve("loomwatch-measuring.lock");
    Files.createSymbolicLink(other.resolve(lock.getFileName()), lock);

    Loomwatch.Ended second = new Loomwatch(other).call("run", "--scenario", "hello");

    assertThat(second.exitCode()).isEqualTo(64);
    assertThat(second.err())
        .isEqualTo(
            "loomwatch: another Loomwatch run is measuring on this machine (lock "
                + other.resolve(lock.getFileName())
                + "); two would measure each other: wait for it to end\n");
    assertThat(other.resolve("out")).doesNotExist();
  }

  /**
   * A run whose server is sent a signal; another where the machine kept the load generator from its
   * CPU before.
   */
  private Loomwatch.Ended whoseServerIsSent(String signal, String step) throws Exception {
    Loomwatch.Ended ended;
    int runs = 0;
    do {
      out = directory.resolve("run-" + ++runs);
      Process run = start("hello", step);
      Loomwatch.signal(signal, Loomwatch.serverPids(out).getFirst());
      ended = loomwatch.end(run);
    } while (!ended.err().contains("server-died") && runs < MOST_RUNS);
    return ended;
  }

  /** Starts a run and waits until it is there. */
  private Process start(String scenario, String step) throws Exception {
    Process run =
        loomwatch.start(
            "run",
            "--profile",
            "trial",
            "--rate",
            "500",
            "--mode",
            "virtual",
            "--scenario",
            scenario,
            "--json",
            "--out",
            out.toString());
    started.add(run);
    loomwatch.awaitStep(run, step);
    return run;
  }

  private static boolean isFork(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("org.openjdk.jmh.runner.ForkedMain");
  }
}
