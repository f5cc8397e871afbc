package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Wrk2PlanTest {
  private static final Path BINARY = Path.of("/opt/wrk2/wrk");
  private static final Path SCRIPT = Path.of("/tmp/report.lua");

  /**
   * Whole seconds, rounded up; a whole rate, never zero; and no connection without a request for
   * two seconds, which would count as timed out.
   */
  @ParameterizedTest
  @CsvSource({
    "2000, 50, 13000, 2000, 50, 13",
    "2000.4, 1, 13000, 2000, 1, 13",
    "2000.5, 1, 13000, 2001, 1, 13",
    "0.3, 1, 13000, 1, 1, 13",
    "500, 8, 12001, 500, 8, 13",
    "500, 8, 12250, 500, 8, 13",
    "500, 8, 1, 500, 8, 1",
    "4.4, 8, 13000, 4, 4, 13"
  })
  void feasible_anyPlan_isTheNearestThatWrk2Knows(
      double rate, int connections, long millis, double asRate, int asConnections, long seconds) {
    assertThat(Wrk2Plan.feasible(plan(rate, connections, Duration.ofMillis(millis))))
        .isEqualTo(plan(asRate, asConnections, Duration.ofSeconds(seconds)));
  }

  @Test
  void command_plan_isTheCommandLine() {
    LoadPlan plan = plan(2_000, 50, Duration.ofSeconds(13));

    assertThat(Wrk2Plan.command(BINARY, List.of(), plan, SCRIPT))
        .containsExactly(
            "/opt/wrk2/wrk",
            "-t1",
            "-c50",
            "-d13s",
            "-R2000",
            "-U",
            "-s",
            "/tmp/report.lua",
            "http://127.0.0.1:1/");
    assertThat(Wrk2Plan.command(BINARY, List.of(1, 3), plan, SCRIPT))
        .startsWith("taskset", "-c", "1,3", "/opt/wrk2/wrk");
  }

  /**
   * What real runs against a quick server counted, 8 connections each: {@code ok-latency.txt} and
   * the others beside it. At the end each connection may have one request under way, and the answer
   * that ends the run counts too.
   */
  @ParameterizedTest
  @CsvSource({
    "ok-latency, 20, 500, 9986",
    "short-8s, 8, 500, 3996",
    "sigstop-1s, 16, 500, 7992",
    "with-503-uncorrected, 16, 500, 7995",
    "lua-done-json, 13, 500, 6493",
    "low-rate-idle-timeouts, 13, 2, 32"
  })
  void offered_realRun_isWhatItCounted(String sample, long seconds, double rate, long counted) {
    long offered = Wrk2Plan.offered(plan(rate, 8, Duration.ofSeconds(seconds)));

    assertThat(counted).as(sample).isBetween(offered - 9, offered + 1);
  }

  /** Connection i of 200 has one at its start, at 5 ms × i, and five each second from then on. */
  @ParameterizedTest
  @CsvSource({"1, 13, 13000", "200, 13, 12600", "1000, 1, 200"})
  void offered_connections_lackTheirRamp(int connections, long seconds, long offered) {
    assertThat(Wrk2Plan.offered(plan(1_000, connections, Duration.ofSeconds(seconds))))
        .isEqualTo(offered);
  }

  @Test
  void shortestRun_isTenSecondsAndTheRampAndASecondToMeasure() {
    assertThat(Wrk2Plan.calibration(300)).isEqualTo(Duration.ofMillis(11_500));
    assertThat(Wrk2Plan.shortestRun(300)).isEqualTo(Duration.ofMillis(12_500));
  }

  private static LoadPlan plan(double rate, int connections, Duration length) {
    URI url = URI.create("http://127.0.0.1:1/");
    return new LoadPlan(url, rate, connections, length, Overload.EXPECTED);
  }
}
