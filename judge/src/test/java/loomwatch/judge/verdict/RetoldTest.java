package loomwatch.judge.verdict;

import static loomwatch.results.Direction.LOWER_IS_BETTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Retold.Told;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Direction;
import org.junit.jupiter.api.Test;

/** Findings as files have them: outcome, words and figures. */
class RetoldTest {
  private static final OptionalDouble ALPHA = OptionalDouble.of(0.03);

  @Test
  void of_anyFindingOfTheRule_isThatFinding() {
    Set<String> met = new TreeSet<>();
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      Estimate<MeanInterval> logs = MeanInterval.of(logs(random));
      Tested tested = new Tested(small(random), small(random));
      Direction direction = Direction.values()[(int) (seed % 2)];
      Finding found = new ChangeRule(0.03, 0.05, direction).judge(logs, tested);

      Finding again =
          Retold.of(found.outcome(), found.sentence(), told(logs, tested, 5, direction), ALPHA);

      assertThat(again).as("seed %d", seed).hasSameClassAs(found);
      assertThat(again.sentence()).isEqualTo(found.sentence());
      met.add(found.getClass().getSimpleName());
    }
    assertThat(met)
        .containsExactly(
            "Better", "Held", "Inside", "NoInterval", "TooFewPairs", "Unproven", "Unsure", "Worse");
  }

  @Test
  void of_wordsOfAnOlderRule_isAsTold() {
    assertThat(Retold.of(Outcome.PASS, "it held", worse(), ALPHA))
        .isEqualTo(new Finding.AsTold(Outcome.PASS, "it held"));
  }

  @Test
  void of_olderWordsForAChangeThatIsLargeAndNoChance_isStillBySize() {
    assertThat(Retold.of(Outcome.REGRESSED, "it got worse", worse(), ALPHA))
        .isEqualTo(new Finding.WorseAsTold("it got worse"));
  }

  @Test
  void of_changeOfJustTheTolerance_isBySizeWhateverIsRounded() {
    for (int tenths = 1; tenths < 1_000; tenths++) {
      double tolerance = tenths / 1_000.0;
      double log = Math.log1p(tolerance);
      Tested tested = new Tested(0.01, 1);
      Estimate<MeanInterval> logs = MeanInterval.of(new double[] {log, log, log, log, log, log});
      Finding worse = new ChangeRule(0.03, tolerance, LOWER_IS_BETTER).judge(logs, tested);
      Told told = told(logs, tested, 100 * tolerance, LOWER_IS_BETTER);

      assertThat(worse).isInstanceOf(Finding.Worse.class);
      assertThat(Retold.of(Outcome.REGRESSED, worse.sentence(), told, ALPHA))
          .as("tolerance %s", tolerance)
          .isInstanceOf(Finding.BySize.class);
    }
  }

  /** As where launches fail: what the survivors show may be large, and chance. */
  @Test
  void of_regressedThoughTheChangeMayBeChance_isNotBySize() {
    Told large = told(MeanInterval.of(new double[] {0.3, 0.2, 0.4}), new Tested(0.125, 1));

    assertThat(Retold.of(Outcome.REGRESSED, "8 launches failed", large, ALPHA))
        .isEqualTo(new Finding.AsTold(Outcome.REGRESSED, "8 launches failed"));
  }

  @Test
  void of_figuresThatAreNone_isAsTold() {
    for (double odd : new double[] {-1e300, -100, 0, 1e300}) {
      Size size =
          new Size.SeveralPairs(odd, odd, odd, new Interval(odd, odd), OptionalDouble.empty());
      for (int pairs : new int[] {-1, 0, 2, Integer.MAX_VALUE}) {
        Told told = new Told(pairs, size, odd, Optional.of(new Tested(odd, odd)), LOWER_IS_BETTER);

        assertThat(Retold.of(Outcome.PASS, "so", told, OptionalDouble.of(odd)))
            .isEqualTo(new Finding.AsTold(Outcome.PASS, "so"));
        assertThat(Retold.of(Outcome.PASS, "so", told, ALPHA))
            .isEqualTo(new Finding.AsTold(Outcome.PASS, "so"));
      }
    }
  }

  private static Told worse() {
    return told(MeanInterval.of(new double[] {0.3, 0.2, 0.4, 0.3, 0.3}), new Tested(0.03, 1));
  }

  private static Told told(Estimate<MeanInterval> logs, Tested tested) {
    return told(logs, tested, 5, LOWER_IS_BETTER);
  }

  private static Told told(
      Estimate<MeanInterval> logs, Tested tested, double percent, Direction direction) {
    return logs instanceof Estimate.Known<MeanInterval>(MeanInterval m)
        ? new Told(
            m.samples(),
            new Size.SeveralPairs(
                1,
                1,
                Percent.of(m.mean()),
                new Interval(Percent.of(m.low()), Percent.of(m.high())),
                OptionalDouble.empty()),
            percent,
            Optional.of(tested),
            direction)
        : new Told(1, new Size.OnePair(1, 1, 3), percent, Optional.of(tested), direction);
  }

  private static double[] logs(Random random) {
    double mean = 0.08 * random.nextGaussian();
    double spread = random.nextBoolean() ? 0.02 : 0.1;
    return random
        .doubles(1 + random.nextInt(12))
        .map(uniform -> mean + spread * (uniform - 0.5))
        .toArray();
  }

  private static double small(Random random) {
    return random.nextInt(3) == 0 ? 0.01 : 0.2;
  }
}
