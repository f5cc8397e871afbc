package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Sentences.Figures;
import loomwatch.results.Metric.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SentencesTest {
  @ParameterizedTest
  @CsvSource({
    "0.02, s, 20 ms",
    "0.0123456, s, 12.3 ms",
    "1.5, s, 1.5 s",
    "1234.5, s, 1235 s",
    "0.000083, s/request, 83 µs/request",
    "7.8e-7, s/op, 780 ns/op",
    "1e-12, s, 0.001 ns",
    "0, s, 0 s",
    "-0.002, s, -2 ms",
    "3084, B/request, 3.01 KiB/request",
    "1048576, B, 1 MiB",
    "512, B, 512 B",
    "7, 1, 7",
    "1.5, 1/request, 1.5 /request",
    "0.41666, ratio, 0.417",
    "0.0333333, ratio, 0.0333",
    "12345.6, ratio, 12346",
  })
  void of_value_readsWell(double value, String unit, String expected) {
    assertThat(Figures.of(value, unit)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOWER_IS_BETTER|90|REGRESSED|at least 98.3: above the ceiling of 90",
        "LOWER_IS_BETTER|110|PASS|at most 102: within the ceiling of 110",
        "HIGHER_IS_BETTER|110|REGRESSED|at most 102: below the least allowed of 110",
        "HIGHER_IS_BETTER|90|PASS|at least 98.3: within the least allowed of 90",
        "HIGHER_IS_BETTER|100|INCONCLUSIVE|the least allowed of 100 lies inside",
      })
  void ceiling_eitherDirection_isJudgedAndToldByIt(
      Direction better, double limit, Outcome outcome, String words) {
    LimitFinding finding =
        LimitRule.ceiling(MeanInterval.of(new double[] {99, 100, 101}), limit, "1", better);

    assertThat(finding.outcome()).isEqualTo(outcome);
    assertThat(finding.sentence()).contains(words);
  }

  @Test
  void ceiling_intervalBelowZero_isToldFromZeroOn() {
    LimitFinding finding =
        LimitRule.ceiling(
            MeanInterval.of(new double[] {0, 4, 8}), 5, "1", Direction.LOWER_IS_BETTER);

    assertThat(finding.sentence()).contains("90 % interval 0 to ");
  }
}
