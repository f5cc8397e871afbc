package loomwatch.loadgen.wrk2;

import static loomwatch.loadgen.wrk2.StallWatch.State.ASLEEP;
import static loomwatch.loadgen.wrk2.StallWatch.State.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Looks come every 20 ns, and one is late after more than 100 ns. */
class StallWatchTest {
  private final StallWatch.Meter meter = new StallWatch.Meter(100);

  @Test
  void look_asleepAndNoCpuTime_noStall() {
    looks(0, 1_000, 7, ASLEEP);

    assertThat(meter.longestNanos()).isZero();
  }

  @Test
  void look_heldWithoutCpuTime_stallsSinceTheLastFineLook() {
    looks(0, 100, 7, ASLEEP);
    looks(120, 400, 7, HELD);

    assertThat(meter.longestNanos()).isEqualTo(300);
  }

  @Test
  void look_heldButCpuTimeMoves_noStall() {
    for (int look = 0; look < 50; look++) {
      meter.look(20 * look, 15 * look, HELD);
    }

    assertThat(meter.longestNanos()).isZero();
  }

  @Test
  void look_severalStalls_longestIsKeptAndNoneIsAddedUp() {
    looks(0, 300, 7, HELD);
    looks(320, 340, 8, ASLEEP);
    looks(360, 500, 8, HELD);
    looks(520, 1_000, 9, ASLEEP);

    assertThat(meter.longestNanos()).isEqualTo(300);
  }

  /** The looker stood still too: the machine was paused, or all its cores taken. */
  @Test
  void look_late_isAStallThoughAsleepUnlessCpuTimeMoved() {
    meter.look(0, 7, ASLEEP);
    meter.look(100, 7, ASLEEP);
    assertThat(meter.longestNanos()).isZero();

    meter.look(201, 7, ASLEEP);
    assertThat(meter.longestNanos()).isEqualTo(101);
    meter.look(701, 8, ASLEEP);
    assertThat(meter.longestNanos()).as("its CPU time moved").isEqualTo(101);
  }

  private void looks(long from, long to, long cpuNanos, StallWatch.State state) {
    for (long now = from; now <= to; now += 20) {
      meter.look(now, cpuNanos, state);
    }
  }
}
