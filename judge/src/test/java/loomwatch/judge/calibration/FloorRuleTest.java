package loomwatch.judge.calibration;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;

final class FloorRuleTest {
  private static final List<Scenario> HELLO = List.of(Simulated.HELLO);

  private static Calibration of(int comparisons) {
    List<MeasurementRecord> records =
        IntStream.range(0, comparisons)
            .mapToObj(i -> Simulated.unchanged(i).noise(0.03).record(i))
            .toList();
    return Calibrator.of(records, Simulated.thresholds(0.05));
  }

  @Test
  void require_toleranceBelowTwiceTheFloor_isRefusedWithPlaceFigureAndAdvice() {
    assertThatThrownBy(
            () -> FloorRule.require(Simulated.thresholds(0.02), of(20), HELLO, each -> true))
        .isInstanceOf(BadFileException.class)
        .hasMessageStartingWith(
            "thresholds.yaml:10:5: tolerance must be at least 4.9 %, twice the noise floor of this host"
                + " (2.4 % for latency-p50 of hello with virtual threads, from 20 comparisons of one"
                + " service with itself), was 2 %\n"
                + "  Raise it, let it inform (gate: false), or measure on a quieter host or with a"
                + " longer profile; docs/machine.md says more.\n\n"
                + "thresholds.yaml:20:5: tolerance must be at least 6.3 %, ")
        .hasMessageContaining("\n\nthresholds.yaml:30:5: tolerance must be at least 8.2 %, ");
  }

  @Test
  void require_whatTheFloorDoesNotForbid_isFine() {
    Thresholds strict = Simulated.thresholds(0.02);
    List<Scenario> faster = List.of(Simulated.hello(2000));
    assertThatCode(
            () -> {
              FloorRule.require(Simulated.thresholds(0.2), of(20), HELLO, each -> true);
              FloorRule.require(strict, of(20), faster, each -> true);
              FloorRule.require(strict, of(9), HELLO, each -> true);
              FloorRule.require(strict, of(20), HELLO, each -> false);
            })
        .doesNotThrowAnyException();
  }
}
