package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.host.CpuList;
import loomwatch.measure.host.HostProbe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Signals, a full disk, dying and hanging servers. Whatever happens, nothing is left running and
 * what was recorded before is there.
 */
@Execution(ExecutionMode.CONCURRENT)
class BadDaysTest {
  @TempDir Path directory;
  private Loomwatch loomwatch;
  private EarlierRecord earlier;
  private Path out;
  private Process run;

  @BeforeEach
  void startRun() throws Exception {
    loomwatch = new Loomwatch(directory).tellingSteps();
    earlier = EarlierRecord.in(loomwatch.out());
    out = directory.resolve("run");
    run = run("hello,jmh");
  }

  @AfterEach
  void endRun() {
    run.destroyForcibly();
  }

  @ParameterizedTest
  @CsvSource({
    "INT, starting head-virtual, 130",
    "KILL, starting head-virtual, 137",
    "TERM, warming up head-virtual, 143",
    "KILL, 'measuring, slice 1 of 2', 137",
    "KILL, creating threads, 137"
  })
  void run_toldToStop_leavesNoProcessAndNoRecordAndTheNextRunStarts(
      String signal, String step, int exitCode) throws Exception {
    loomwatch.awaitStep(run, step);
    if (step.equals("creating threads")) {
      Loomwatch.await("a fork runs", () -> run.descendants().anyMatch(BadDaysTest::isFork));
    }
    List<ProcessHandle> children = run.descendants().toList();
    assertThat(children).isNotEmpty();

    Loomwatch.signal(signal, run.pid());

    Loomwatch.Ended ended = loomwatch.end(run);
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
    Loomwatch.await("children are gone", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
    assertThat(out.resolve("record.json")).doesNotExist();
    assertThat(ended.out()).isEmpty();
    if (!signal.equals("KILL")) {
      assertThat(ended.err())
          .endsWith(
              "\nloomwatch: stopped; no verdict. Logs so far: %s. Earlier records are untouched.\n"
                  .formatted(out.resolve("raw")));
    }
    earlier.assertIntact();

    out = directory.resolve("next");
    run = run("hello");
    loomwatch.awaitStep(run, "warming up head-virtual");
  }

  @ParameterizedTest
  @CsvSource({
    "warming up head-virtual, (before|in) the warm-up",
    "'measuring, slice 1 of 2', '(under load|before a slice|after a slice|while it was observed)'"
  })
  void run_serverKilled_isInvalidWithItsExitCodeAndLastLinesAndGoesOn(String step, String during)
      throws Exception {
    loomwatch.awaitStep(run, step);
    Loomwatch.signal("KILL", Loomwatch.serverPids(out).getFirst());

    Loomwatch.Ended ended = loomwatch.end(run);

    assertThat(ended.err())
        .containsPattern(
            "  invalid: hello virtual block 1: server-died: the virtual server exited with 137 "
                + during
                + "; its last lines:\n    loomwatch-server ready port=\\d+ ");
    assertThat(ended.out())
        .contains("\"hello virtual block 1: server-died: the virtual server exited with 137 ");
    assertThat(ended.err()).as("goes on").contains("measured in ");
    assertThat(out.resolve("record.json")).exists();
  }

  @ParameterizedTest
  @CsvSource({"warming up head-virtual", "'measuring, slice 1 of 2'"})
  void run_serverHangs_isInvalidWithItsLastLinesAndTheServerIsKilled(String step) throws Exception {
    loomwatch.awaitStep(run, step);
    long server = Loomwatch.serverPids(out).getFirst();
    Loomwatch.signal("STOP", server);

    Loomwatch.Ended ended = loomwatch.end(run);

    assertThat(Loomwatch.alive(server)).isFalse();
    assertThat(ended.err())
        .containsPattern(
            "  invalid: hello virtual block 1: server-died: the virtual server did not answer .*"
                + "; its last lines:\n    loomwatch-server ready port=\\d+ ");
    assertThat(ended.err()).as("goes on").contains("measured in ");
    assertThat(out.resolve("record.json")).exists();
  }

  /** From then on the kernel refuses whatever would make a file longer than 4 KiB. */
  @Test
  void run_diskFullAtTheEnd_exits70AndSaysSo() throws Exception {
    loomwatch.awaitStep(run, "creating threads");
    List<ProcessHandle> children = run.descendants().toList();
    Loomwatch.command("prlimit", "--pid", Long.toString(run.pid()), "--fsize=4096:4096");

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
  @Test
  void run_measuring_hasMovedItsServersToTheirOwnCpus() throws Exception {
    loomwatch.awaitStep(run, "measuring, slice 1 of 2");

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

  @Test
  void run_anotherIsMeasuring_isRefused() throws Exception {
    loomwatch.awaitStep(run, "starting head-virtual");
    Path other = Files.createDirectory(directory.resolve("other"));
    Path lock = directory.resolve("loomwatch-measuring.lock");
    Files.createSymbolicLink(other.resolve(lock.getFileName()), lock);

    Loomwatch.Ended second = new Loomwatch(other).run("run", "--scenario", "hello");

    assertThat(second.exitCode()).isEqualTo(64);
    assertThat(second.err())
        .isEqualTo(
            "loomwatch: another Loomwatch run is measuring on this machine (lock "
                + other.resolve(lock.getFileName())
                + "); two would measure each other: wait for it to end\n");
    assertThat(other.resolve("out")).doesNotExist();
  }

  private Process run(String scenarios) throws Exception {
    return loomwatch.start(
        "run",
        "--profile",
        "trial",
        "--rate",
        "500",
        "--mode",
        "virtual",
        "--scenario",
        scenarios,
        "--json",
        "--out",
        out.toString());
  }

  private static boolean isFork(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("org.openjdk.jmh.runner.ForkedMain");
  }
}
