package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.judge.statistics.MeanInterval;
import loomwatch.results.Metric.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A ceiling by which way is better; launches of 99, 100 and 101 have an interval of 98.3 to 101.7.
 */
final class LimitRuleTest {
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

  /** No metric can be less, and the table cuts it there too. */
  @Test
  void ceiling_intervalBelowZero_isToldFromZeroOn() {
    LimitFinding finding =
        LimitRule.ceiling(
            MeanInterval.of(new double[] {0, 4, 8}), 5, "1", Direction.LOWER_IS_BETTER);

    assertThat(finding.sentence()).contains("90 % interval 0 to ");
  }
}
