package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.Looks;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.StepDownMaxT;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Comparison.Look;
import loomwatch.results.Direction;
import org.junit.jupiter.api.Test;

/** How often comparisons end how, over both looks of profile quick, with four metrics that gate. */
class ChangeRuleErrorRateTest {
  private static final List<Look> LOOKS =
      Looks.two(5, 11).looks().stream().map(look -> new Look(look.blocks(), look.level())).toList();
  private static final int METRICS = 4;
  private static final int COMPARISONS = 2_000;
  private static final double NOISE = 0.02;
  private static final double TOLERANCE = 0.03;

  @Test
  void judge_noChange_isHardlyEverRegressedAndPasses() {
    List<Outcome> outcomes = outcomes(1, 0, TOLERANCE, NOISE);

    // An estimate of 1.5 s_d from five blocks is 3.4 standard errors away.
    assertThat(share(outcomes, Outcome.REGRESSED)).isLessThan(0.01);
    assertThat(share(outcomes, Outcome.PASS)).isGreaterThan(0.9);
  }

  @Test
  void judge_noChangeAndHardlyATolerance_isRegressedInNoMoreThanTheLevel() {
    // Three standard errors above .05.
    assertThat(share(outcomes(2, 0, 1e-9, NOISE), Outcome.REGRESSED)).isBetween(0.02, 0.065);
  }

  @Test
  void judge_twiceTheTolerance_isCaught() {
    List<Outcome> outcomes = outcomes(3, 0.06, TOLERANCE, NOISE);

    assertThat(share(outcomes, Outcome.REGRESSED)).isGreaterThan(0.98);
    assertThat(share(outcomes, Outcome.PASS)).isZero();
  }

  @Test
  void judge_changeOfTheTolerance_passesNoMoreOftenThanTheLevel() {
    // Three standard errors above .05; 95 % bounds at both looks would pass .082.
    assertThat(share(outcomes(4, TOLERANCE, TOLERANCE, NOISE / 3), Outcome.PASS)).isLessThan(0.065);
  }

  private static double share(List<Outcome> outcomes, Outcome which) {
    return (double) outcomes.stream().filter(one -> one == which).count() / outcomes.size();
  }

  private static List<Outcome> outcomes(long seed, double change, double tolerance, double noise) {
    Random random = new Random(seed);
    return Stream.generate(() -> comparison(random, change, tolerance, noise))
        .limit(COMPARISONS)
        .toList();
  }

  /** Changes the first of the metrics. */
  private static Outcome comparison(Random random, double change, double tolerance, double noise) {
    List<double[]> metrics =
        IntStream.range(0, METRICS)
            .mapToObj(k ->
                DoubleStream.generate(random::nextGaussian)
                    .limit(LOOKS.getLast().blocks())
                    .map(normal -> noise * normal + (k == 0 ? Math.log1p(change) : 0))
                    .toArray())
            .toList();
    return LOOKS.stream()
        .map(look -> judged(metrics, look, tolerance))
        .filter(outcome -> outcome != Outcome.INCONCLUSIVE)
        .findFirst()
        .orElse(Outcome.INCONCLUSIVE);
  }

  private static Outcome judged(List<double[]> metrics, Look look, double tolerance) {
    ChangeRule rule = new ChangeRule(look.alpha(), tolerance, Direction.LOWER_IS_BETTER);
    List<BlockDifferences> blocks =
        metrics.stream()
            .map(metric -> BlockDifferences.complete(Arrays.copyOf(metric, look.blocks())))
            .toList();
    List<Double> worse = adjusted(blocks);
    List<Outcome> outcomes =
        IntStream.range(0, METRICS)
            .mapToObj(k ->
                rule.judge(MeanInterval.of(blocks.get(k).values()), new Tested(worse.get(k), 1))
                    .outcome())
            .toList();
    return outcomes.contains(Outcome.REGRESSED)
        ? Outcome.REGRESSED
        : outcomes.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.PASS;
  }

  private static List<Double> adjusted(List<BlockDifferences> metrics) {
    return StepDownMaxT.greater(metrics, new Random(1)).stream()
        .map(ChangeRuleErrorRateTest::adjusted)
        .toList();
  }

  private static double adjusted(Estimate<StepDownMaxT> test) {
    return test instanceof Known<StepDownMaxT>(StepDownMaxT found) ? found.adjusted() : 1;
  }
}
