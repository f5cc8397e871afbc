package loomwatch.judge.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import loomwatch.judge.bisect.Bisection.EffectEstimate;
import loomwatch.judge.bisect.Bisection.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BisectionTest {
  private static final EffectEstimate WHOLE = new EffectEstimate(0.10, 0.005);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 64, 1_000})
  void found_everyAnswerRight_isTheCommit(int commits) {
    for (int culprit = 1; culprit <= commits; culprit += Math.max(1, commits / 7)) {
      Bisection bisection = new Bisection(commits, WHOLE);
      int asked = ask(bisection, culprit, 0, new SplittableRandom(culprit));

      assertThat(bisection.found().first()).isEqualTo(culprit);
      assertThat(bisection.found().last()).isEqualTo(culprit);
      assertThat(asked).isLessThanOrEqualTo(2 * (int) Math.ceil(Math.log(commits) / Math.log(2)));
    }
  }

  @Test
  void found_oneOf64WithNoisyAnswers_inSixMoreComparisonsMostly() {
    int quick = 0;
    int right = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      int culprit = 1 + random.nextInt(64);
      Bisection bisection = new Bisection(64, WHOLE);
      int asked = ask(bisection, culprit, Bisection.MISLEADING, random);
      boolean found =
          bisection.found().equals(new Range(culprit, culprit, bisection.found().probability()));
      right += found ? 1 : 0;
      quick += found && asked <= 6 ? 1 : 0;
    }

    assertThat(quick).isGreaterThan(900);
    assertThat(right).isGreaterThan(930);
  }

  /** Belief is what it says: of the ranges that it names, as many are right. */
  @Test
  void found_manyMisleadingAnswers_isRightAsOftenAsItSays() {
    double said = 0;
    int right = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      int culprit = 1 + random.nextInt(20);
      Bisection bisection = new Bisection(20, WHOLE);
      ask(bisection, culprit, Bisection.MISLEADING, random);
      Range found = bisection.found();
      said += found.probability();
      right += found.first() <= culprit && culprit <= found.last() ? 1 : 0;
    }

    assertThat(right / 2_000.0).isCloseTo(said / 2_000, within(0.03));
  }

  @Test
  void found_commitsThatCannotBeMeasured_isTheShortestRange() {
    Bisection bisection = new Bisection(16, WHOLE);
    bisection.skipped(7);
    bisection.skipped(8);
    bisection.skipped(9);

    ask(bisection, 8, 0, new SplittableRandom(1));

    assertThat(bisection.found().first()).isEqualTo(7);
    assertThat(bisection.found().last()).isEqualTo(10);

    Bisection unmeasured = new Bisection(3, WHOLE);
    unmeasured.skipped(1);
    unmeasured.skipped(2);
    assertThat(unmeasured.next()).isEmpty();
    assertThat(unmeasured.found()).isEqualTo(new Range(1, 3, 1));
  }

  /** Half of the effect is no answer: both halves stay, and the same commit is asked again. */
  @Test
  void answered_betweenBoth_changesNothing() {
    Bisection bisection = new Bisection(8, WHOLE);

    bisection.answered(4, new EffectEstimate(0.05, 0.01));

    assertThat(bisection.next()).hasValue(4);
    assertThat(bisection.left()).isEqualTo(7);
  }

  @Test
  void next_answersAlwaysTellNothing_ends() {
    Bisection bisection = new Bisection(8, WHOLE);
    int asked = 0;
    OptionalInt next = bisection.next();
    while (next.isPresent()) {
      bisection.answered(next.getAsInt(), new EffectEstimate(0.05, 0.01));
      asked++;
      next = bisection.next();
    }

    assertThat(asked).isEqualTo(8);
    assertThat(bisection.found().last() - bisection.found().first()).isGreaterThan(4);
  }

  private static int ask(
      Bisection bisection, int culprit, double misleading, RandomGenerator random) {
    int asked = 0;
    OptionalInt next = bisection.next();
    while (next.isPresent()) {
      boolean has = next.getAsInt() >= culprit ^ random.nextDouble() < misleading;
      double effect = (has ? WHOLE.effect() : 0) + 0.005 * random.nextGaussian();
      bisection.answered(next.getAsInt(), new EffectEstimate(effect, 0.005));
      asked++;
      next = bisection.next();
    }
    return asked;
  }
}
