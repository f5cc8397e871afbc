package loomwatch.judge.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.judge.statistics.ErrorRate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PValues;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.ChangeJudge.ChangeRule;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric.Direction;
import org.junit.jupiter.api.Test;

/** How often comparisons end how, over the looks of profile quick, with four metrics that gate. */
class ChangeRuleErrorRateTest {
  private static final List<Look> LOOKS = Looks.upTo(11);
  private static final int METRICS = 4;
  private static final double LEVEL = 0.05;
  private static final double NOISE = 0.02;
  private static final double TOLERANCE = 0.03;

  @Test
  void judge_noChange_isHardlyEverRegressedAndPasses() {
    // An estimate of 1.5 s_d from five rounds is 3.4 standard errors away.
    assertRate(1, 0.004, 0.016, 0, TOLERANCE, NOISE, outcome -> outcome == Outcome.REGRESSED);
    assertRate(1, 0.06, 0.12, 0, TOLERANCE, NOISE, outcome -> outcome != Outcome.PASS);
  }

  @Test
  void judge_noChangeAndHardlyATolerance_isRegressedInNoMoreThanTheLevel() {
    assertRate(2, LEVEL, 1.7 * LEVEL, 0, 1e-9, NOISE, outcome -> outcome == Outcome.REGRESSED);
  }

  @Test
  void judge_twiceTheTolerance_isCaught() {
    assertRate(3, 0.015, 0.04, 0.06, TOLERANCE, NOISE, outcome -> outcome != Outcome.REGRESSED);
    assertRate(3, 0.001, 0.005, 0.06, TOLERANCE, NOISE, outcome -> outcome == Outcome.PASS);
  }

  /** 95 % bounds at both looks would pass .082. */
  @Test
  void judge_changeOfTheTolerance_passesNoMoreOftenThanTheLevel() {
    assertRate(
        4,
        LEVEL,
        1.64 * LEVEL,
        TOLERANCE,
        TOLERANCE,
        NOISE / 3,
        outcome -> outcome == Outcome.PASS);
  }

  private static void assertRate(
      long seed,
      double good,
      double bad,
      double change,
      double tolerance,
      double noise,
      Predicate<Outcome> wrong) {
    Random random = new Random(seed);
    ErrorRate.assertBetween(
        good, bad, () -> wrong.test(comparison(random, change, tolerance, noise)));
  }

  /** Changes the first of the metrics. */
  private static Outcome comparison(Random random, double change, double tolerance, double noise) {
    List<double[]> metrics =
        IntStream.range(0, METRICS)
            .mapToObj(k ->
                DoubleStream.generate(random::nextGaussian)
                    .limit(LOOKS.getLast().rounds())
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
    ChangeRule rule = new ChangeRule(look.alpha(), tolerance, Direction.LOWER_IS_BETTER, 0);
    List<MeanInterval> means =
        metrics.stream()
            .map(metric -> MeanInterval.of(Arrays.copyOf(metric, look.rounds())))
            .flatMap(mean ->
                mean instanceof Known<MeanInterval>(MeanInterval known)
                    ? Stream.of(known)
                    : Stream.empty())
            .toList();
    double[] worse = PValues.adjust(means.stream().mapToDouble(MeanInterval::pOfMore).toArray());
    List<Outcome> outcomes =
        IntStream.range(0, METRICS)
            .mapToObj(k -> rule.judge(means.get(k), new Tested(worse[k], 1)).outcome())
            .toList();
    return outcomes.contains(Outcome.REGRESSED)
        ? Outcome.REGRESSED
        : outcomes.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.PASS;
  }
}
