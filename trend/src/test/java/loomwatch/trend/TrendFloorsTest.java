package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.junit.jupiter.api.Test;

/** What a calibration of the host changes in the judging of its history. */
final class TrendFloorsTest {
  private static final String DIGEST = "sha256:" + "c".repeat(64);
  private static final Past STEP =
      new Past(1)
          .quiet(60)
          .runs(
              15,
              "host-a",
              (series, run) -> series.mode().equals("virtual") && isP99(series) ? 1.06 : 1);

  @Test
  void judge_stepWithinTheHostsOwnNoise_isNoAlert() {
    assertThat(STEP.judged().verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(STEP.judged().alerts()).hasSize(1);

    TrendReport calibrated = judged("host-a", 20);

    assertThat(calibrated.verdict()).isEqualTo(Outcome.PASS);
    assertThat(calibrated.alerts()).isEmpty();
    assertThat(calibrated.history().calibrations()).containsExactly(DIGEST);
  }

  @Test
  void judge_floorBelowWhatHistoryShows_changesNothing() {
    assertThat(judged("host-a", 0.5).alerts()).isEqualTo(STEP.judged().alerts());
  }

  @Test
  void judge_calibrationOfAnotherHost_changesNothing() {
    assertThat(judged("host-b", 20).alerts()).isEqualTo(STEP.judged().alerts());
  }

  @Test
  void floor_of95Percent_isADeviationOfLogarithms() {
    TrendFloors floors = floors("host-a", 4);

    assertThat(floors.of("host-a", new SeriesName("hello", "virtual", "latency-p99")))
        .isCloseTo(Math.log(1.04) / 1.96, within(1e-15));
  }

  private static boolean isP99(Past.Series series) {
    return series.metric().equals("latency-p99");
  }

  private static TrendReport judged(String fingerprint, double percent) {
    return TrendJudge.judge(
        STEP.history(),
        Accepted.NOTHING,
        STEP.judged().history().judgedAt(),
        floors(fingerprint, percent),
        Checkout.UNKNOWN,
        Budget.NONE);
  }

  private static TrendFloors floors(String fingerprint, double percent) {
    return TrendFloors.of(
        Map.of(
            fingerprint,
            new NoiseFloors(
                DIGEST,
                List.of(
                    new NoiseFloors.Floor("hello", Mode.VIRTUAL, Metric.LATENCY_P99, percent)))));
  }
}
