package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.rounds.MeasuredWindow.PooledLoad;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchSamplesTest {
  /** Of the pool's 800 requests 500 take 80 µs or less: its median would be 80. */
  @Test
  void ofLoad_hostQuickerForSomeWindows_typicalLatencyIsThatOfTheOthers() {
    List<MeasuredWindow> windows = new ArrayList<>(windows(74, 74, 74));
    for (int i = 0; i < 5; i++) {
      windows.add(window(mixed(80, 88), mixed(79, 87)));
    }

    assertThat(value(windows, Metric.LATENCY_P50)).isCloseTo(88, within(0.1));
    assertThat(value(windows, Metric.SERVICE_TIME_P50)).isCloseTo(87, within(0.1));
  }

  /** What only one window saw is a tail like any other. */
  @Test
  void ofLoad_onePauseInOneWindow_isInTheTail() {
    List<MeasuredWindow> windows = windows(88, 88, 88, 88_000);

    assertThat(value(windows, Metric.LATENCY_P50)).isCloseTo(88, within(0.1));
    assertThat(value(windows, Metric.LATENCY_P99)).isCloseTo(88_000, within(100.0));
  }

  /** One in fifty of the requests: what the host did to three windows of ten is not in it. */
  @Test
  void ofLoad_hostDisturbsSomeWindows_tailIsThatOfTheQuietOnes() {
    List<MeasuredWindow> windows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      LatencyHistogram latency = withTail(i < 3 ? 20_000 : 300);
      windows.add(window(latency, latency));
    }

    assertThat(value(windows, Metric.LATENCY_TAIL)).isCloseTo(300, within(1.0));
    assertThat(value(windows, Metric.LATENCY_P999)).isCloseTo(20_000, within(20.0));
  }

  @Test
  void ofLoad_serverDisturbsEveryWindow_isInTheTail() {
    List<MeasuredWindow> windows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      windows.add(window(withTail(20_000), withTail(20_000)));
    }

    assertThat(value(windows, Metric.LATENCY_TAIL)).isCloseTo(20_000, within(20.0));
  }

  /** Of a hundred requests; the pages say of each that it is a median over windows. */
  @ParameterizedTest
  @CsvSource({
    "RESPONSE_BYTES, 200",
    "READ_CALLS, 0.03",
    "WRITE_CALLS, 0.02",
    "DISK_WRITES, 40.96",
    "THREADS_STARTED, 0.05",
    "CLASSES_LOADED, 0.07",
    "ALLOCATED_PER_REQUEST, 0.01",
    "CONTEXT_SWITCHES_PER_REQUEST, 0.01"
  })
  void ofWindows_countsOfAServer_arePerRequest(Metric metric, double perRequest) {
    List<Sample> samples = LaunchSamples.ofWindows(windows(88, 88), List.of());

    assertThat(MadeWindow.value(samples, metric)).isCloseTo(perRequest, within(1e-9));
  }

  /** 1,000 requests, 20 of which took so many microseconds. */
  private static LatencyHistogram withTail(long slow) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(88_000, 980);
    histogram.recordValueWithCount(1_000 * slow, 20);
    return LatencyHistogram.copyOf(histogram);
  }

  private static double value(List<MeasuredWindow> windows, Metric metric) {
    LoadResult pooled = PooledLoad.of(windows.stream().map(MeasuredWindow::load).toList());
    return 1e6 * MadeWindow.value(LaunchSamples.ofLoad(pooled, windows, List.of()), metric);
  }

  private static List<MeasuredWindow> windows(long... micros) {
    List<MeasuredWindow> windows = new ArrayList<>();
    for (long each : micros) {
      windows.add(window(mixed(each, each), mixed(each - 1, each - 1)));
    }
    return windows;
  }

  private static MeasuredWindow window(LatencyHistogram latency, LatencyHistogram serviceTime) {
    return MadeWindow.ANY.of(MadeWindow.load(100, 1, latency, serviceTime));
  }

  /** 40 requests that took so many microseconds, and 60 that took so many. */
  private static LatencyHistogram mixed(long forty, long sixty) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000 * forty, 40);
    histogram.recordValueWithCount(1_000 * sixty, 60);
    return LatencyHistogram.copyOf(histogram);
  }
}
