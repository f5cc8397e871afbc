package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Wrk2ScheduleTest {

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
    long offered = Wrk2Schedule.offered(plan(rate, 8, seconds));

    assertThat(counted).as(sample).isBetween(offered - 9, offered + 1);
  }

  /** Connection i has one at its start, at 5 ms × i, and five each second from then on. */
  @Test
  void offered_manyConnections_lacksTheirRamp() {
    long byHand = 0;
    for (int i = 0; i < 200; i++) {
      long runsMillis = 13_000 - 5 * i;
      byHand += (runsMillis + 199) / 200;
    }

    assertThat(Wrk2Schedule.offered(plan(1_000, 200, 13))).isEqualTo(byHand).isEqualTo(12_600);
  }

  @Test
  void offered_oneConnection_isRateTimesDuration() {
    assertThat(Wrk2Schedule.offered(plan(1_000, 1, 13))).isEqualTo(13_000);
  }

  @Test
  void offered_connectionsThatNeverOpen_haveNone() {
    assertThat(Wrk2Schedule.offered(plan(1_000, 1_000, 1))).isEqualTo(200);
  }

  @Test
  void calibration_isTenSecondsAndTheRamp() {
    assertThat(Wrk2Schedule.calibration(300)).isEqualTo(Duration.ofMillis(11_500));
  }

  @Test
  void shortestRun_leavesASecondToMeasure() {
    assertThat(Wrk2Schedule.shortestRun(300)).isEqualTo(Duration.ofMillis(12_500));
  }

  private static LoadPlan plan(double rate, int connections, long seconds) {
    return new LoadPlan(
        URI.create("http://127.0.0.1:1/"),
        rate,
        connections,
        Duration.ofSeconds(seconds),
        Overload.FAULT);
  }
}
