package loomwatch.measure.rounds;

import static loomwatch.measure.rounds.MadeWindow.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.rounds.LaunchSamples.CpuOutsideWindows;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

class CpuOutsideWindowsTest {
  /** Windows of 100 requests, 1 s each, a second apart: 40 ms of CPU within, 6 ms between. */
  @Test
  void of_serverThatIsBusyWhileIdle_chargesItToRequestsAndToIdleSeconds() {
    List<Sample> samples = CpuOutsideWindows.of(List.of(window(0, 0), window(2, 0), window(4, 0)));

    assertThat(value(samples, Metric.CPU_PER_REQUEST_TOTAL)).isCloseTo(46e-5, within(1e-12));
    assertThat(value(samples, Metric.CPU_AT_REST)).isCloseTo(6e-3, within(1e-12));
  }

  /** What was loaded before a second try is nobody's idle time. */
  @Test
  void of_windowTakenAgain_leavesOutTheTimeBeforeIt() {
    List<Sample> samples = CpuOutsideWindows.of(List.of(window(0, 0), window(2, 0), window(40, 1)));

    assertThat(value(samples, Metric.CPU_AT_REST)).isCloseTo(6e-3, within(1e-12));
  }

  @Test
  void of_launchThatWasNeverIdle_tellsNothing() {
    assertThat(CpuOutsideWindows.of(List.of(window(0, 0), window(1, 0), window(2, 0)))).isEmpty();
    assertThat(CpuOutsideWindows.of(List.of(window(0, 0)))).isEmpty();
    assertThat(CpuOutsideWindows.of(List.of())).isEmpty();
  }

  private static MeasuredWindow window(int second, int retakes) {
    Instant from = Instant.EPOCH.plusSeconds(second);
    long before = second / 2 * 46_000_000L;
    return new MeasuredWindow(
        second,
        second,
        retakes,
        0.006,
        new JfrWatch.Window(from, from.plusSeconds(1)),
        MadeWindow.load(),
        List.of(),
        MadeWindow.work(before, before + 40_000_000, OptionalLong.empty()));
  }
}
