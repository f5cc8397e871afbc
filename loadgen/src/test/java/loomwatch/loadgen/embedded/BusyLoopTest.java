package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thousand requests a second for a second. */
class BusyLoopTest {
  private static final long HALF = 500_000_000;

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
    BusyLoop loop = new BusyLoop(cpu::get);

    loop.runs(schedule, 100, HALF / 2);
    loop.runs(schedule, sentByHalf, HALF);
    cpu.addAndGet(cpuMillis * 1_000_000);
    loop.runs(schedule, 600, 2 * HALF);

    assertThat(loop.isSaturated()).isEqualTo(saturated);
  }
}
