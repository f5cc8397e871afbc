package loomwatch.loadgen.wrk2;

import static loomwatch.loadgen.wrk2.FakeWrk2.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of 500/s on 8 connections for 13 s wrk2 has 6,495 due. */
@Timeout(60)
class Wrk2GeneratorTest {
  private static final LoadPlan PLAN = plan(500, Duration.ofSeconds(13));
  private static final String QUICK = "[900,1000]";
  private static final String NO_ERRORS = "0,0,0,0,0";

  /** The shell stays what the generator started, and is there once its id is in the file. */
  private static final String HANG = "echo $$ > %s.part; mv %s.part %s; exec sleep 600";

  @TempDir Path directory;

  @Test
  void run_goodRun_isValidWithExactFigures() throws Exception {
    LoadResult load = run(report(6_493, NO_ERRORS, "[150,700],[1256,750],[48703,25]"));

    assertThat(load.invalid()).isEmpty();
    assertThat(load.offered()).isEqualTo(6_495);
    assertThat(load.completed()).isEqualTo(6_493);
    assertThat(load.unfinished()).isEqualTo(2);
    assertThat(load.achievedPerSecond()).isBetween(499.4, 499.5);
    LatencyHistogram latency = Objects.requireNonNull(load.latency());
    assertThat(latency.count()).isEqualTo(1_475);
    assertThat(latency.nanosAt(50) / 1_000).isBetween(1_250L, 1_260L);
  }

  @Test
  void run_brokenPlan_tellsWhatWasAskedOfWrk2() throws Exception {
    LoadResult load = generator("echo $@; exit 1").run(plan(4.4, Duration.ofMillis(12_250)));

    assertThat(load.invalid().getFirst().detail()).contains("-t1 -c4 -d13s -R4 -U -s ");
    assertThat(load.connections()).isEqualTo(4);
    assertThat(load.requestsPerSecond()).isEqualTo(4);
    assertThat(load.durationSeconds()).isEqualTo(13);
  }

  @Test
  void run_serverDied_isInvalidHoweverGoodItLooks() throws Exception {
    assertThat(run(report(3_000, "0,8,402503,0,0", QUICK)).invalid())
        .containsExactly(
            new Invalid(
                Invalid.Reason.ERRORS,
                "402511 of 6495 requests failed (8 connection broke before the response, 402503"
                    + " request not written)"));
  }

  @Test
  void run_onePercentOf503s_areCountedAndNotCompleted() throws Exception {
    LoadResult load = run(report(6_493, "0,0,0,65,0", QUICK));

    assertThat(load.invalid()).isEmpty();
    assertThat(load.errors().status()).isEqualTo(65);
    assertThat(load.completed()).isEqualTo(6_428);
  }

  @Test
  void run_portRefused_isAFailedConnection() throws Exception {
    assertThat(run("echo unable to connect to 127.0.0.1:1 Connection refused; exit 1").invalid())
        .containsExactly(
            new Invalid(
                Invalid.Reason.CONNECT_FAILED,
                "unable to connect to 127.0.0.1:1 Connection refused"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo PANIC: unprotected error; exit 1 | it exited with 1: PANIC: unprotected error",
        "echo '{'; exit 0 | it exited with 0 and no readable report: {",
        "kill -9 $$ | it exited with 137: it printed nothing"
      })
  void run_noReport_isInvalidWithWhatItSaid(String script, String how) throws Exception {
    assertThat(run(script).invalid()).containsExactly(failure(how));
  }

  @Test
  void run_hangs_isKilledAndInvalid() throws Exception {
    Path pid = directory.resolve("pid");
    Wrk2Binary hangs = Wrk2Binary.at(FakeWrk2.doing(directory, HANG.replace("%s", pid.toString())));
    Wrk2Generator impatient = new Wrk2Generator(hangs, List.of(), Duration.ofSeconds(1), directory);

    LoadResult load = impatient.run(plan(500, Duration.ofSeconds(1)));

    assertThat(load.invalid()).containsExactly(failure("it hung and was killed"));
    assertThat(isAlive(pid)).isFalse();
  }

  @Test
  void run_interrupted_stopsTheLoad() throws Exception {
    Path pid = directory.resolve("pid");
    Wrk2Generator generator = generator(HANG.replace("%s", pid.toString()));
    FutureTask<LoadResult> run = new FutureTask<>(() -> generator.run(PLAN));
    Thread thread = Thread.ofPlatform().start(run);
    await(pid);

    thread.interrupt();

    assertThatThrownBy(run::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(isAlive(pid)).isFalse();
  }

  @Test
  void close_duringARun_stopsTheLoad() throws Exception {
    Path pid = directory.resolve("pid");
    Wrk2Generator generator = generator(HANG.replace("%s", pid.toString()));
    FutureTask<LoadResult> run = new FutureTask<>(() -> generator.run(PLAN));
    Thread.ofPlatform().start(run);
    await(pid);

    generator.close();

    assertThat(run.get().invalid())
        .containsExactly(failure("it exited with 137: it printed nothing"));
    assertThat(isAlive(pid)).isFalse();
  }

  @Test
  void pid_noRun_isRefused() throws Exception {
    Wrk2Generator generator = generator("exit 1");

    assertThatThrownBy(generator::pid)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("wrk2 runs only during a run");
  }

  @Test
  void run_generatorStoppedBySignal_isInvalid() throws Exception {
    String stopped = "pid=$$; (sleep 1; kill -CONT $pid) & kill -STOP $$\n";

    LoadResult load = run(stopped + report(6_493, NO_ERRORS, QUICK));

    assertThat(causes(load)).containsExactly(Invalid.Reason.GENERATOR_STALLED);
    assertThat(load.longestGeneratorStallNanos()).isGreaterThan(500_000_000L);
  }

  /** At 5 requests/s, or before a server that stands still, wrk2 has nothing to do. */
  @Test
  void run_generatorAsleep_isNoStall() throws Exception {
    LoadResult load = run("sleep 1\n" + report(6_493, NO_ERRORS, QUICK));

    assertThat(load.longestGeneratorStallNanos()).isZero();
    assertThat(load.invalid()).isEmpty();
  }

  private LoadResult run(String script) throws Exception {
    return generator(script).run(PLAN);
  }

  private Wrk2Generator generator(String script) throws IOException {
    return new Wrk2Generator(Wrk2Binary.at(FakeWrk2.doing(directory, script)), List.of());
  }

  private static Invalid failure(String how) {
    return new Invalid(Invalid.Reason.GENERATOR_FAILED, "wrk2 failed: " + how);
  }

  private static List<Invalid.Reason> causes(LoadResult load) {
    return load.invalid().stream().map(Invalid::cause).toList();
  }

  private static LoadPlan plan(double rate, Duration length) {
    return new LoadPlan(URI.create("http://127.0.0.1:1/"), rate, 8, length, Overload.FAULT);
  }

  private static boolean isAlive(Path pid) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        .map(ProcessHandle::isAlive)
        .orElse(false);
  }

  /** Until the class's time limit. */
  private static void await(Path file) throws InterruptedException {
    while (!Files.exists(file)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
