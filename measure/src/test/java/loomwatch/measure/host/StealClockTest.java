package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.measure.host.ProcessClock.StealClock;
import org.junit.jupiter.api.Test;

class StealClockTest {
  private static final List<String> STAT =
      List.of(
          "cpu  143075 0 23753 511837 5464 0 3677 1004 0 0",
          "cpu0 70000 0 10000 250000 2000 0 1000 904 0 0",
          "cpu1 73075 0 13753 261837 3464 0 2677 100 0 0",
          "intr 5 5");

  @Test
  void nanos_cpus_areTheirOwn() {
    assertThat(StealClock.nanos(STAT, List.of(1))).hasValue(1_000_000_000L);
    assertThat(StealClock.nanos(STAT, List.of(0, 1))).hasValue(10_040_000_000L);
    assertThat(StealClock.nanos(STAT, List.of())).hasValue(10_040_000_000L);
  }

  @Test
  void nanos_kernelWithoutStealTimeOrCpu_tellsNothing() {
    assertThat(StealClock.nanos(List.of("cpu0 1 2 3 4 5 6 7"), List.of(0))).isEmpty();
    assertThat(StealClock.nanos(STAT, List.of(0, 7))).isEmpty();
    assertThat(StealClock.nanos(List.of(), List.of())).isEmpty();
  }
}
