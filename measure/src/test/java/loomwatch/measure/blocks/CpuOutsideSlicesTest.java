package loomwatch.measure.blocks;

import static loomwatch.measure.blocks.MadeSlice.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.blocks.LaunchSamples.CpuOutsideSlices;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

class CpuOutsideSlicesTest {
  /** Slices of 100 requests, 1 s each, a second apart: 40 ms of CPU within, 6 ms between. */
  @Test
  void of_serverThatIsBusyWhileIdle_chargesItToRequestsAndToIdleSeconds() {
    List<Sample> samples = CpuOutsideSlices.of(List.of(slice(0, 0), slice(2, 0), slice(4, 0)));

    assertThat(value(samples, Metric.CPU_PER_REQUEST_TOTAL)).isCloseTo(46e-5, within(1e-12));
    assertThat(value(samples, Metric.CPU_AT_REST)).isCloseTo(6e-3, within(1e-12));
  }

  /** What was loaded before a second try is nobody's idle time. */
  @Test
  void of_sliceTakenAgain_leavesOutTheTimeBeforeIt() {
    List<Sample> samples = CpuOutsideSlices.of(List.of(slice(0, 0), slice(2, 0), slice(40, 1)));

    assertThat(value(samples, Metric.CPU_AT_REST)).isCloseTo(6e-3, within(1e-12));
  }

  @Test
  void of_launchThatWasNeverIdle_tellsNothing() {
    assertThat(CpuOutsideSlices.of(List.of(slice(0, 0), slice(1, 0), slice(2, 0)))).isEmpty();
    assertThat(CpuOutsideSlices.of(List.of(slice(0, 0)))).isEmpty();
    assertThat(CpuOutsideSlices.of(List.of())).isEmpty();
  }

  private static MeasuredSlice slice(int second, int retakes) {
    Instant from = Instant.EPOCH.plusSeconds(second);
    long before = second / 2 * 46_000_000L;
    return new MeasuredSlice(
        second,
        second,
        retakes,
        0.006,
        new JfrWatch.Window(from, from.plusSeconds(1)),
        MadeSlice.load(),
        List.of(),
        Optional.of(CpuTimes.span(before, before + 40_000_000)),
        OptionalLong.of(1),
        OptionalLong.of(1),
        OptionalLong.empty());
  }
}
