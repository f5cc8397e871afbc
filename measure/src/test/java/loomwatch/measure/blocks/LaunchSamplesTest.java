package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LaunchSamplesTest {
  /** Of the pool's 800 requests 500 take 80 µs or less: its median would be 80. */
  @Test
  void ofLoad_hostQuickerForSomeSlices_typicalLatencyIsThatOfTheOthers() {
    List<MeasuredSlice> slices = new ArrayList<>(slices(74, 74, 74));
    for (int i = 0; i < 5; i++) {
      slices.add(slice(mixed(80, 88), mixed(79, 87)));
    }

    assertThat(value(slices, Metric.LATENCY_P50)).isCloseTo(88, within(0.1));
    assertThat(value(slices, Metric.SERVICE_TIME_P50)).isCloseTo(87, within(0.1));
  }

  /** What only one slice saw is a tail like any other. */
  @Test
  void ofLoad_onePauseInOneSlice_isInTheTail() {
    List<MeasuredSlice> slices = slices(88, 88, 88, 88_000);

    assertThat(value(slices, Metric.LATENCY_P50)).isCloseTo(88, within(0.1));
    assertThat(value(slices, Metric.LATENCY_P99)).isCloseTo(88_000, within(100.0));
  }

  /** One in fifty of the requests: what the host did to three slices of ten is not in it. */
  @Test
  void ofLoad_hostDisturbsSomeSlices_tailIsThatOfTheQuietOnes() {
    List<MeasuredSlice> slices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      LatencyHistogram latency = withTail(i < 3 ? 20_000 : 300);
      slices.add(slice(latency, latency));
    }

    assertThat(value(slices, Metric.LATENCY_TAIL)).isCloseTo(300, within(1.0));
    assertThat(value(slices, Metric.LATENCY_P999)).isCloseTo(20_000, within(20.0));
  }

  @Test
  void ofLoad_serverDisturbsEverySlice_isInTheTail() {
    List<MeasuredSlice> slices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      slices.add(slice(withTail(20_000), withTail(20_000)));
    }

    assertThat(value(slices, Metric.LATENCY_TAIL)).isCloseTo(20_000, within(20.0));
  }

  /** 1,000 requests, 20 of which took so many microseconds. */
  private static LatencyHistogram withTail(long slow) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(88_000, 980);
    histogram.recordValueWithCount(1_000 * slow, 20);
    return LatencyHistogram.copyOf(histogram);
  }

  private static double value(List<MeasuredSlice> slices, Metric metric) {
    LoadResult pooled = PooledLoad.of(slices.stream().map(MeasuredSlice::load).toList());
    return 1e6 * MadeSlice.value(LaunchSamples.ofLoad(pooled, slices, List.of()), metric);
  }

  private static List<MeasuredSlice> slices(long... micros) {
    List<MeasuredSlice> slices = new ArrayList<>();
    for (long each : micros) {
      slices.add(slice(mixed(each, each), mixed(each - 1, each - 1)));
    }
    return slices;
  }

  private static MeasuredSlice slice(LatencyHistogram latency, LatencyHistogram serviceTime) {
    return MadeSlice.ANY.of(MadeSlice.load(100, 1, latency, serviceTime));
  }

  /** 40 requests that took so many microseconds, and 60 that took so many. */
  private static LatencyHistogram mixed(long forty, long sixty) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000 * forty, 40);
    histogram.recordValueWithCount(1_000 * sixty, 60);
    return LatencyHistogram.copyOf(histogram);
  }
}
