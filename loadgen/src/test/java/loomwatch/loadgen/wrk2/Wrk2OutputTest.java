package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import loomwatch.results.LatencyHistogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On what real runs printed, with our report as the newer runs have it. */
class Wrk2OutputTest {
  private static final String REPORT =
      "LOOMWATCH_BEGIN\n"
          + "{\"durationMicros\":16000038,\"requests\":7992,\"connect\":0,\"read\":0,\"write\":0,"
          + "\"status\":0,\"timeout\":0,\"latency\":[[900,2000],[1003000,976]]}"
          + "\nLOOMWATCH_END\n";

  @Test
  void in_realRun_isCalibrated() throws IOException {
    Wrk2Output output = Wrk2Output.in(sample("sigstop-1s.txt") + REPORT).orElseThrow();

    assertThat(output.calibrated()).isTrue();
    assertThat(output.timeWentBack()).isFalse();
    assertThat(output.latency().map(LatencyHistogram::count)).contains(2_976L);
    assertThat(output.serviceTime().map(LatencyHistogram::count)).contains(2_976L);
  }

  @Test
  void in_shorterThanCalibration_isNotCalibrated() throws IOException {
    Wrk2Output output = Wrk2Output.in(sample("short-8s.txt") + REPORT).orElseThrow();

    assertThat(output.calibrated()).isFalse();
    assertThat(output.serviceTime()).isEmpty();
  }

  @Test
  void in_clockSetBack_isSeen() {
    Wrk2Output output =
        Wrk2Output.in("We are about to crash and die (recoridng a negative #)" + REPORT)
            .orElseThrow();

    assertThat(output.timeWentBack()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok-latency.txt", "lua-done-json.txt"})
  void in_withoutOurReport_isNothing(String name) throws IOException {
    assertThat(Wrk2Output.in(sample(name))).isEmpty();
  }

  /** Stopped for a second: of those due meanwhile, a third of all, the first is a second late. */
  @Test
  void lagNanos_someRequestsLate_isThatOfTheLatest() throws IOException {
    Wrk2Output output = Wrk2Output.in(sample("sigstop-1s.txt") + REPORT).orElseThrow();

    assertThat(output.lagNanos() / 1e9).isBetween(0.9, 1.01);
  }

  @Test
  void lagNanos_slowButNeverLate_isSmall() throws IOException {
    LatencyHistogram slow = Spectrum.uncorrected(sample("overload.txt")).orElseThrow();
    LuaReport report = LuaReport.in(REPORT).orElseThrow();
    Wrk2Output output = new Wrk2Output(report, Optional.of(slow), Optional.of(slow), true, false);

    assertThat(output.lagNanos()).isZero();
  }

  @Test
  void lagNanos_noServiceTime_isTheWorstLatency() throws IOException {
    Wrk2Output output = Wrk2Output.in(sample("ok-latency.txt") + REPORT).orElseThrow();

    assertThat(output.lagNanos() / 1e9).isBetween(1.002, 1.004);
  }

  private static String sample(String name) throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(Wrk2OutputTest.class.getResourceAsStream(name))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
