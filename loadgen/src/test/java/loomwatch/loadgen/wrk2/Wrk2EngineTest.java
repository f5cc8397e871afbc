package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Saturation;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a wrk2 played by a shell script: the real one is the operator's. */
class Wrk2EngineTest {
  private static final Duration LENGTH = Duration.ofSeconds(13);
  private static final LoadPlan PLAN =
      new LoadPlan(URI.create("http://127.0.0.1:1/"), 500, 8, LENGTH, Saturation.FAULT);

  @TempDir Path directory;

  @Test
  void at_plainWrk_isRefused() throws Exception {
    Path wrk = script("echo '  -c, --connections <N>'");

    assertThatThrownBy(() -> Wrk2Binary.at(wrk))
        .hasMessage(
            wrk
                + " has no option for the rate: it is wrk, not wrk2; its source is at"
                + " github.com/giltene/wrk2; build it there, put it on the PATH as wrk2, or name it"
                + " with --wrk2");
  }

  @Test
  void at_nothingThere_isRefused() {
    assertThatThrownBy(() -> Wrk2Binary.at(Path.of("/nowhere/wrk2")))
        .hasMessageStartingWith("/nowhere/wrk2 is no program; its source is at");
  }

  @Test
  void run_goodRun_isValidWithExactFigures() throws Exception {
    LoadResult load = run(report(6_493, "0,0,0,0,0", "[150,700],[1256,750],[48703,25]"));

    assertThat(load.invalid()).isEmpty();
    assertThat(load.completed()).isEqualTo(6_493);
    LatencyHistogram latency = Objects.requireNonNull(load.latency());
    assertThat(latency.count()).isEqualTo(1_475);
    assertThat(latency.nanosAt(50) / 1_000).isBetween(1_250L, 1_260L);
    assertThat(load.engineVersion()).startsWith("wrk2 sha256:");
  }

  @Test
  void run_serverDied_isInvalidHoweverGoodItLooks() throws Exception {
    LoadResult load = run(report(3_000, "0,8,402503,0,0", "[900,1000]"));

    assertThat(load.invalid())
        .containsExactly(
            new Invalid(
                Invalid.Cause.ERRORS,
                "402511 of 6500 requests failed (8 connection broke before the response, 402503"
                    + " request not written)"));
  }

  @Test
  void run_onePercentOf503s_isInvalid() throws Exception {
    assertThat(causes(run(report(6_493, "0,0,0,65,0", "[900,1000]"))))
        .containsExactly(Invalid.Cause.ERRORS);
  }

  @Test
  void run_aSecondsRequestsMissing_startedLate() throws Exception {
    assertThat(causes(run(report(6_000, "0,0,0,0,0", "[900,1000]"))))
        .containsExactly(Invalid.Cause.GENERATOR_STARTED_LATE);
  }

  @Test
  void run_manyMissing_didNotReachTheRate() throws Exception {
    assertThat(causes(run(report(2_187, "0,0,0,0,0", "[900,1000]"))))
        .containsExactly(Invalid.Cause.RATE_NOT_REACHED);
  }

  @Test
  void run_shorterThanCalibration_isInvalid() throws Exception {
    LoadPlan brief = new LoadPlan(PLAN.target(), 500, 8, Duration.ofSeconds(8), Saturation.FAULT);

    assertThat(causes(engine(report(3_996, "0,0,0,0,0", "[900,1000]")).run(brief)))
        .containsExactly(Invalid.Cause.TOO_SHORT);
  }

  @Test
  void run_portRefused_isAFailedConnection() throws Exception {
    assertThat(run("echo unable to connect to 127.0.0.1:1 Connection refused; exit 1").invalid())
        .containsExactly(
            new Invalid(
                Invalid.Cause.CONNECT_FAILED,
                "unable to connect to 127.0.0.1:1 Connection refused"));
  }

  @Test
  void run_binaryFails_isInvalidWithWhatItSaid() throws Exception {
    assertThat(run("echo PANIC: unprotected error in call to Lua API; exit 1").invalid())
        .containsExactly(
            new Invalid(
                Invalid.Cause.GENERATOR_FAILED,
                "wrk2 failed: it exited with 1: PANIC: unprotected error in call to Lua API"));
  }

  @Test
  void run_garbage_isInvalid() throws Exception {
    assertThat(causes(run("echo LOOMWATCH_BEGIN; echo '{'; echo LOOMWATCH_END")))
        .containsExactly(Invalid.Cause.GENERATOR_FAILED);
  }

  @Test
  void run_generatorStandsStill_isInvalid() throws Exception {
    assertThat(causes(run("sleep 1; " + report(6_493, "0,0,0,0,0", "[900,1000]"))))
        .containsExactly(Invalid.Cause.GENERATOR_STALLED);
  }

  private LoadResult run(String script) throws Exception {
    return engine(script).run(PLAN);
  }

  private Wrk2Engine engine(String script) throws IOException {
    return new Wrk2Engine(
        Wrk2Binary.at(script("[ $# = 0 ] && { echo '-R, --rate'; exit; }\n" + script)), List.of());
  }

  private static List<Invalid.Cause> causes(LoadResult load) {
    return load.invalid().stream().map(Invalid::cause).toList();
  }

  /** What report.lua prints; errors are connect, read, write, status, timeout. */
  private static String report(int requests, String errors, String latency) {
    String[] kinds = errors.split(",");
    return """
    echo LOOMWATCH_BEGIN
    echo '{"durationMicros":13000038,"requests":%d,"connect":%s,"read":%s,"write":%s,\
    "status":%s,"timeout":%s,"latency":[%s]}'
    echo LOOMWATCH_END
    """
        .formatted(requests, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], latency);
  }

  private Path script(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("wrk2"), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }
}
