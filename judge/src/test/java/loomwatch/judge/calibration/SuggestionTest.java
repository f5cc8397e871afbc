package loomwatch.judge.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import loomwatch.judge.calibration.Suggestion.Suggested;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<MeasurementRecord> UNCHANGED =
      LongStream.rangeClosed(1, 20)
          .mapToObj(seed -> Simulated.unchanged(seed).record((int) seed))
          .toList();

  @Test
  void of_unchanged_isTwiceTheFloorOfTheNoisierMode() {
    Calibration calibration = Calibrator.of(UNCHANGED, Simulated.thresholds(0.05));

    Suggestion suggestion = Suggestion.of(UNCHANGED, Simulated.thresholds(0.05));

    for (Suggested one : suggestion.tolerances()) {
      double floor =
          calibration.noise().stream()
              .filter(noise -> noise.metric() == one.metric())
              .mapToDouble(Calibration.Noise::floorPercent)
              .max()
              .orElseThrow();
      assertThat(one.floorPercent()).isEqualTo(floor);
      assertThat(one.percent()).isBetween(Math.max(1, 2 * floor), Math.max(1, 2.2 * floor));
    }
    assertThat(suggestion.tolerances())
        .extracting(Suggested::metric)
        .contains(Metric.CPU_PER_REQUEST)
        .doesNotHaveDuplicates();
    assertThat(suggestion.regressed().of()).isEqualTo(20);
    assertThat(suggestion.regressed().count()).isZero();
    assertThat(suggestion.minutes()).as("what it would have cost").isPositive();
  }

  @Test
  void of_faultsAlone_isRefused() {
    assertThatThrownBy(() ->
            Suggestion.of(
                List.of(Simulated.fault("cpu:25%", Metric.CPU_PER_REQUEST, 1.25, 1).record(1)),
                Simulated.thresholds(0.05)))
        .isInstanceOf(CalibrationException.class)
        .hasMessageContaining("there must be a comparison of one service with itself, was none");
  }
}
