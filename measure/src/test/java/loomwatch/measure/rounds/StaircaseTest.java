package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import loomwatch.measure.rounds.CapacitySearch.RateSearch;
import loomwatch.measure.rounds.CapacitySearch.Staircase;
import org.junit.jupiter.api.Test;

class StaircaseTest {
  @Test
  void found_serverThatBearsSoMuch_isThatWithinTwoPercent() {
    for (double truth : new double[] {8_200, 10_000, 12_000}) {
      assertThat(found(10_000, rate -> rate <= truth)).isCloseTo(truth, within(0.02 * truth));
    }
  }

  /** The climb was misled: the truth is elsewhere altogether. */
  @Test
  void found_beginningFarOff_isReachedAllTheSame() {
    for (double truth : new double[] {2_500, 40_000}) {
      assertThat(found(10_000, rate -> rate <= truth)).isCloseTo(truth, within(0.02 * truth));
    }
  }

  @Test
  void found_serverThatBearsNothing_isNotKnown() {
    assertThat(climbed(1_000, rate -> false).found()).isEmpty();
  }

  @Test
  void found_beyondTheGenerator_isAtLeastThat() {
    Staircase stair = new Staircase(15_000);
    while (!stair.ended()) {
      stair.answer(
          answer(stair.rate() > 20_000 ? RateSearch.Held.BEYOND_GENERATOR : RateSearch.Held.KEPT));
    }

    RateSearch.Capacity found = stair.found().orElseThrow();
    assertThat(found.atLeast()).isTrue();
    assertThat(found.rate()).isCloseTo(20_000, within(400.0));
    assertThat(climbed(15_000, rate -> rate <= 17_000).found().orElseThrow().atLeast()).isFalse();
  }

  /**
   * What a comparison of five rounds comes to where one rate in ten is lost to the host, and those
   * within 4 % of the truth are kept by chance: alike servers are within 3 %, and 5 % is seen.
   */
  @Test
  void found_noisyAnswers_roundsTellFivePercentFromNone() {
    Random random = new Random(22);
    double[] alike = comparisons(random, 1);
    double[] slower = comparisons(random, 0.95);

    assertThat(share(alike, change -> Math.abs(change) < 0.03)).isGreaterThan(0.95);
    assertThat(share(slower, change -> change < -0.025)).isGreaterThan(0.95);
  }

  private static double[] comparisons(Random random, double factor) {
    return DoubleStream.generate(() -> meanOfRounds(random, factor)).limit(1_000).toArray();
  }

  private static double meanOfRounds(Random random, double factor) {
    return DoubleStream.generate(() ->
            Math.log(found(9_000, noisy(random, 10_000 * factor)))
                - Math.log(found(9_000, noisy(random, 10_000))))
        .limit(5)
        .average()
        .orElseThrow();
  }

  private static DoublePredicate noisy(Random random, double truth) {
    return rate ->
        random.nextDouble() > 0.1 && rate <= truth * Math.exp(0.04 * random.nextGaussian());
  }

  @Test
  void ended_nothingAnsweredSixTimes_isStuck() {
    Staircase stair = new Staircase(1_000);
    for (int i = 0; i < 6; i++) {
      assertThat(stair.ended()).isFalse();
      stair.answer(new RateSearch.Answer(RateSearch.Held.LOST, 0));
    }

    assertThat(stair.ended()).isTrue();
    assertThat(stair.found()).isEmpty();
  }

  private static double share(double[] all, DoublePredicate such) {
    return (double) Arrays.stream(all).filter(such).count() / all.length;
  }

  private static double found(double first, DoublePredicate keeps) {
    return climbed(first, keeps).found().orElseThrow().rate();
  }

  private static Staircase climbed(double first, DoublePredicate keeps) {
    Staircase stair = new Staircase(first);
    while (!stair.ended()) {
      stair.answer(answer(keeps.test(stair.rate()) ? RateSearch.Held.KEPT : RateSearch.Held.LOST));
    }
    return stair;
  }

  private static RateSearch.Answer answer(RateSearch.Held held) {
    return new RateSearch.Answer(held, held == RateSearch.Held.LOST ? 1 : 0);
  }
}
