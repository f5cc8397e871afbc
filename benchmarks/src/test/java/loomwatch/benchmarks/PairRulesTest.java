package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import loomwatch.benchmarks.RuleTable.PairRule;
import loomwatch.benchmarks.RuleTable.PairRule.Call;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.DecidingPairs.Pair;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

/** Rivals' rules as their own code has them. */
final class PairRulesTest {
  private static final double[] NOTHING = {};

  @Test
  void ratio_aboveTheThreshold_alarms() {
    PairRule rule = PairRule.meanRatio(1.1);

    assertThat(rule.judge(pairs(new double[] {100, 100}, new double[] {100, 121}), NOTHING))
        .isEqualTo(Call.ALARM);
    assertThat(rule.judge(pairs(new double[] {100, 100}, new double[] {100, 119}), NOTHING))
        .isEqualTo(Call.SILENT);
  }

  @Test
  void ratio_exactlyTheThreshold_isSilent() {
    assertThat(
            PairRule.meanRatio(2).judge(pairs(new double[] {1, 1}, new double[] {2, 2}), NOTHING))
        .isEqualTo(Call.SILENT);
  }

  /** With n below s² the limit is 103.4, with n − 1 and no root 103.8, and Bencher's own 104.1. */
  @Test
  void tTest_limit_isThatOfAPrediction() {
    PairRule rule = PairRule.historyTTest();
    double[] earlier = {101.2, 99.4, 100.3, 98.9, 100.9};

    assertThat(rule.judge(pairs(new double[] {100}, new double[] {104}), earlier))
        .isEqualTo(Call.SILENT);
    assertThat(rule.judge(pairs(new double[] {100}, new double[] {104.2}), earlier))
        .isEqualTo(Call.ALARM);
  }

  @Test
  void tTest_tooFewOrEqualValues_cannotTell() {
    PairRule rule = PairRule.historyTTest();
    DecidingPairs pairs = pairs(new double[] {100}, new double[] {200});

    assertThat(rule.judge(pairs, new double[] {100})).isEqualTo(Call.CANNOT_TELL);
    assertThat(rule.judge(pairs, new double[] {100, 100})).isEqualTo(Call.CANNOT_TELL);
  }

  @Test
  void rankSum_sevenOfEach_agreesWithScipy() {
    double[] base = {100.1, 99.2, 101.3, 100.4, 99.7, 100.8, 99.9};
    double[] head = {101.0, 100.2, 102.4, 101.5, 100.6, 102.2, 99.8};
    // scipy.stats.mannwhitneyu(head, base, method='exact').pvalue = 0.09731934731934733
    assertThat(PairRule.rankSum(0.0974).judge(pairs(base, head), NOTHING)).isEqualTo(Call.ALARM);
    assertThat(PairRule.rankSum(0.0973).judge(pairs(base, head), NOTHING)).isEqualTo(Call.SILENT);
  }

  @Test
  void rankSum_better_isSilent() {
    double[] base = {110, 111, 112, 113, 114, 115, 116};
    double[] head = {100, 101, 102, 103, 104, 105, 106};

    assertThat(PairRule.rankSum(0.05).judge(pairs(base, head), NOTHING)).isEqualTo(Call.SILENT);
    assertThat(PairRule.rankSum(0.05).judge(pairs(head, base), NOTHING)).isEqualTo(Call.ALARM);
  }

  private static DecidingPairs pairs(double[] base, double[] head) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < base.length; i++) {
      pairs.add(new Pair(i + 1, base[i], head[i], Math.log(head[i] / base[i])));
    }
    return new DecidingPairs("hello", Mode.VIRTUAL, Metric.CPU_PER_REQUEST, 0.05, 1, pairs);
  }
}
