package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import loomwatch.results.Invalid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoopWatchTest {

  /** One in a hundred, and what chance adds; of few requests two. */
  @ParameterizedTest
  @CsvSource({
    "20, 2, true",
    "20, 3, false",
    "150, 5, true",
    "150, 6, false",
    "1200, 22, true",
    "1200, 23, false",
    "100000, 1094, true",
    "100000, 1095, false"
  })
  void judge_lateRequests_areAFaultWhereTheyAreMany(long offered, long late, boolean valid) {
    LoopWatch watch = new LoopWatch();
    watch.expect(0);
    watch.runs(3_000_000, (from, to) -> late);

    assertThat(watch.judge(offered).isEmpty()).isEqualTo(valid);
  }

  /** One in a hundred of 150 is one and a half: chance decides whether there are five. */
  @ParameterizedTest
  @CsvSource({"5, 0", "6, 1"})
  void judge_fewRequests_allowsWhatChanceDoes(long late, int invalid) {
    LoopWatch watch = new LoopWatch();
    watch.expect(0);
    watch.runs(3_000_000, (from, to) -> late);

    assertThat(watch.judge(150)).hasSize(invalid);
  }

  @ParameterizedTest
  @CsvSource({"999999, 0", "1000001, 1"})
  void runs_byAMillisecond_isScheduling(long nanos, long late) {
    LoopWatch watch = new LoopWatch();
    watch.expect(0);
    watch.runs(nanos, (from, to) -> 1);

    assertThat(watch.judge(0)).hasSize(0);
    watch.expect(0);
    watch.runs(200_000_000, (from, to) -> 1);
    assertThat(watch.judge(1_000))
        .singleElement()
        .extracting(Invalid::detail)
        .asString()
        .contains("for up to 200 ms and was late for " + (late + 1) + " of 1000 requests");
  }

  @ParameterizedTest
  @CsvSource({
    "499, 480, true", // one waits at half time
    "499, 470, false", // the server is waited for
    "501, 480, false", // nothing waits yet: what waits at the end need not be its own fault
  })
  void isSaturated_loopThatComputesWhileRequestsWait(
      long sentByHalf, long cpuMillis, boolean saturated) {
    Schedule schedule = new Schedule(0, 1_000, 1_000);
    AtomicLong cpu = new AtomicLong(7);
    LoopWatch.BusyLoop loop = new LoopWatch.BusyLoop(cpu::get);

    loop.runs(schedule, 100, 250_000_000);
    loop.runs(schedule, sentByHalf, 500_000_000);
    cpu.addAndGet(cpuMillis * 1_000_000);
    loop.runs(schedule, 600, 1_000_000_000);

    assertThat(loop.isSaturated()).isEqualTo(saturated);
  }
}
