package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import loomwatch.measure.rounds.CapacitySearch.SustainedRate;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Scenario;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 99 % within 100 ms, of requests that take 50 ms, at rates held for 400 ms. */
class SustainedRateTest {
  private static final Scenario SCENARIO =
      new Scenario("hello", "/hello", 2_500, 100, null, false, Set.of());
  private static final SustainedRate BEARING =
      new SustainedRate(100_000_000, 0.01, 50_000_000, Duration.ofMillis(400));

  @Test
  void isShownBy_requestsInTime() {
    assertThat(BEARING.isShownBy(load(k -> 50 + k * 0.005))).isTrue();
  }

  /** A pool that serves 4,000 a second is given 4,500: all are answered within 100 ms, so far. */
  @Test
  void isShownBy_queueThatGrows_isNotBorne() {
    assertThat(BEARING.isShownBy(load(k -> 50 + k * 0.049))).isFalse();
  }

  @Test
  void isShownBy_moreSlowOnesThanPromised_isNotBorne() {
    assertThat(BEARING.isShownBy(load(k -> k < 20 ? 120 : 50))).isFalse();
    assertThat(BEARING.isShownBy(load(k -> k < 10 ? 120 : 50))).isTrue();
  }

  /** A few slow ones would else be all that is left at the end of a rate. */
  @Test
  void of_launchWithSlowRequests_holdsRatesForSixOfThem() {
    SustainedRate quick = SustainedRate.of(SCENARIO, List.of(window(k -> 2))).orElseThrow();
    SustainedRate mixed =
        SustainedRate.of(SCENARIO, List.of(window(k -> k < 50 ? 400 : 2))).orElseThrow();

    assertThat(quick.held()).isEqualTo(Duration.ofMillis(300));
    assertThat(mixed.held()).isCloseTo(Duration.ofMillis(2_400), Duration.ofMillis(5));
    assertThat(quick.filling(50, 15_000).held()).isEqualTo(Duration.ofMillis(300));
    assertThat(quick.filling(1_000, 10_000).held()).isEqualTo(Duration.ofMillis(800));
    assertThat(SustainedRate.of(SCENARIO, List.of())).isEmpty();
  }

  /** What 1,000 requests at 2,500/s took is 400 ms; none was answered in the first 50. */
  @Test
  void servedOf_overload_isWithoutTheTimeOfTheFirst() {
    assertThat(BEARING.servedOf(load(k -> 50))).isCloseTo(1_000 / 0.35, within(1.0));
  }

  /** A hundred connections, each answered after 50 ms: 2,000 a second, whoever serves them. */
  @ParameterizedTest
  @CsvSource({"2000, true", "1850, true", "1000, false"})
  void isOfConnections_allAnsweredAsUsual(double served, boolean so) {
    assertThat(BEARING.isOfConnections(100, served)).isEqualTo(so);
  }

  private static MeasuredWindow window(LongToDoubleFunction millis) {
    return MadeWindow.ANY.of(load(millis));
  }

  private static LoadResult load(LongToDoubleFunction millis) {
    Histogram histogram = new Histogram(3);
    for (long k = 0; k < 1_000; k++) {
      histogram.recordValue(Math.round(millis.applyAsDouble(k) * 1e6));
    }
    return new LoadResult(
        "embedded",
        "1",
        2_500,
        100,
        0.4,
        1_000,
        1_000,
        LoadErrors.NONE,
        0,
        2_500,
        LatencyHistogram.copyOf(histogram),
        null,
        List.of(),
        0,
        List.of(),
        null,
        null,
        null,
        null);
  }
}
