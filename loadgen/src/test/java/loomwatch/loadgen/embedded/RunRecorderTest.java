package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import org.junit.jupiter.api.Test;

/** Times are milliseconds after the start of a run in a closed loop for two seconds. */
class RunRecorderTest {
  private static final long MILLI = 1_000_000;
  private static final long START = 7 * MILLI;

  private final RunRecorder.ClosedLoop recording = new RunRecorder.ClosedLoop(START, 2_000 * MILLI);

  private void answer(int count, long sent, long answered) {
    for (int i = 0; i < count; i++) {
      Connection.Exchange exchange =
          new Connection.Exchange(recording.sent(), 0, START + sent * MILLI);
      recording.completed(exchange, START + answered * MILLI);
    }
  }

  /** 100 users whose requests take 505 ms are answered 100 ÷ 0.505 s = 198 times a second. */
  @Test
  void perSecond_wavesCutOffByTheEnd_isUsersOverTime() {
    for (int sent = 0; sent < 2_000; sent += 505) {
      answer(100, sent, sent + 505);
    }

    assertThat(recording.perSecond()).isCloseTo(198.02, within(0.01));
    assertThat(recording.completedCount()).isEqualTo(400);
  }

  @Test
  void perSecond_answersToTheEnd_isOverTheWholeTime() {
    for (int at = 0; at < 2_000; at += 10) {
      answer(1, at, at + 10);
    }

    assertThat(recording.perSecond()).isCloseTo(100, within(1e-9));
  }

  /** Answers took 10 ms, so of the 1,000 ms that nothing came no more than 10 are left out. */
  @Test
  void perSecond_serverStandsStill_countsItsStandingStill() {
    for (int at = 0; at < 1_000; at += 10) {
      answer(1, at, at + 10);
    }
    answer(1, 1_000, 3_000);

    assertThat(recording.perSecond()).isCloseTo(100 / 1.99, within(1e-6));
  }

  @Test
  void perSecond_noAnswerInTime_isZero() {
    answer(5, 0, 2_500);

    assertThat(recording.perSecond()).isZero();
  }

  @Test
  void slowest_moreThanAreKept_areTheSlowest() {
    RunRecorder.Slowest slowest = new RunRecorder.Slowest(2);
    RunRecorder.Slowest none = new RunRecorder.Slowest(0);
    for (long latency : new long[] {5, 900, 3, 40, 700, 6}) {
      slowest.completed(1_000_000, 1_000_100, 1_000_000 + latency * 1_000);
      none.completed(1_000_000, 1_000_100, 1_000_000 + latency * 1_000);
    }

    assertThat(slowest.requests())
        .extracting(SlowRequest::latency)
        .containsExactlyInAnyOrder(Duration.ofNanos(900_000), Duration.ofNanos(700_000));
    assertThat(none.requests()).isEmpty();
  }
}
