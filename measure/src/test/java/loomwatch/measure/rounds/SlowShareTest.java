package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import loomwatch.measure.rounds.LaunchSamples.SlowShare;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SlowShareTest {
  private static final Scenario PLAIN =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());

  @Test
  void slowFrom_objective_isItsTime() {
    assertThat(SlowShare.slowFrom(promising(20e-3), List.of())).hasValue(20_000_000);
  }

  /** p50 of 100 µs, p99 of 300 µs in the quiet windows; the host disturbed the third part. */
  @Test
  void slowFrom_nothingPromised_isFarBeyondBasesQuietWindows() {
    List<MeasuredWindow> base = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      base.add(window(i % 3 == 0 ? 9_000_000 : 300_000));
    }

    assertThat(SlowShare.slowFrom(PLAIN, base).orElseThrow())
        .isCloseTo(2_300_000L, Percentage.withPercentage(1));
    assertThat(SlowShare.slowFrom(PLAIN, List.of())).isEmpty();
  }

  @Test
  void samples_lateRequests_areTheirShareOfAll() {
    Sample share =
        SlowShare.samples(List.of(window(30_000_000)), OptionalLong.of(20_000_000)).getFirst();

    assertThat(share.metric()).isEqualTo(Metric.SLOW_SHARE);
    assertThat(share.value()).isCloseTo(0.02, within(1e-12));
    assertThat(share.doubts()).isEmpty();
    assertThat(SlowShare.samples(List.of(window(30_000_000)), OptionalLong.empty())).isEmpty();
  }

  @Test
  void samples_objectiveThatNoRequestMet_isSaid() {
    assertThat(SlowShare.samples(List.of(window(300_000)), OptionalLong.of(12_000)))
        .containsExactly(
            new Sample(
                Metric.SLOW_SHARE,
                1,
                List.of("no request met the objective, 0.0120 ms: state one that can be met")));
  }

  /** Two windows of ten are the host's, and its requests with them. */
  @Test
  void samples_hostTookTimeFromSomeWindows_leavesThemOutAndSaysHowMuch() {
    List<MeasuredWindow> windows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      windows.add(i < 2 ? window(90_000_000, 10_000_000) : window(300_000, 0));
    }

    List<Sample> samples = SlowShare.samples(windows, OptionalLong.of(20_000_000));

    assertThat(samples)
        .containsExactly(
            Sample.of(Metric.STOLEN, 0.02),
            new Sample(
                Metric.SLOW_SHARE,
                0,
                List.of(
                    "2000 of 10000 requests are the host's and left out: it took time from their"
                        + " windows")));
  }

  @Test
  void samples_hostTookTimeFromMostWindows_countsThemAndSaysSo() {
    List<MeasuredWindow> windows =
        List.of(window(90_000_000, 1), window(90_000_000, 1), window(300_000, 0));

    Sample share = SlowShare.samples(windows, OptionalLong.of(20_000_000)).getLast();

    assertThat(share.value()).isCloseTo(40 / 3_000.0, within(1e-12));
    assertThat(share.doubts())
        .containsExactly(
            "the host took time from more than half of the windows: its requests count too");
  }

  private static Scenario promising(double seconds) {
    return new Scenario(
        "hello",
        "/hello",
        null,
        null,
        null,
        8_000,
        50,
        null,
        false,
        Set.of(),
        new Objective(99.9, seconds),
        null);
  }

  private static MeasuredWindow window(long slowNanos) {
    return window(slowNanos, OptionalLong.empty());
  }

  private static MeasuredWindow window(long slowNanos, long stolenNanos) {
    return window(slowNanos, OptionalLong.of(stolenNanos));
  }

  private static MeasuredWindow window(long slowNanos, OptionalLong stolen) {
    return new MadeWindow(0, 1, stolen).of(load(slowNanos));
  }

  /** 980 requests of 100 µs, and 20 of so much. */
  private static LoadResult load(long slowNanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(100_000, 980);
    histogram.recordValueWithCount(slowNanos, 20);
    return MadeWindow.load(1_000, 50, LatencyHistogram.copyOf(histogram), null);
  }
}
