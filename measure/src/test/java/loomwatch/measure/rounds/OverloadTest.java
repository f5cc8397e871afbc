package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import loomwatch.measure.rounds.CapacitySearch.Overload;
import loomwatch.measure.rounds.CapacitySearch.RateSearch;
import org.junit.jupiter.api.Test;

class OverloadTest {
  @Test
  void found_rateTooHigh_isWhatIsServed() {
    assertThat(ended(14_000, () -> 10_000).found())
        .contains(new RateSearch.Capacity(10_000, false));
  }

  /** A launch may bear more than base does; of a rate hardly too high some are kept by chance. */
  @Test
  void found_rateNotTooHigh_isRaisedFirst() {
    for (double truth : new double[] {9_500, 10_400, 40_000}) {
      Overload search = ended(10_000, () -> truth);
      assertThat(search.found()).contains(new RateSearch.Capacity(truth, false));
      assertThat(search.rate()).isBetween(1.05 * truth, 1.5 * truth);
    }
  }

  @Test
  void found_beyondTheGenerator_isAtLeastWhatWasKept() {
    for (double tooHigh : new double[] {20_100, 27_000, 29_900}) {
      RateSearch.Capacity found = ended(tooHigh, () -> 40_000, 20_000).found().orElseThrow();

      assertThat(found.atLeast()).isTrue();
      assertThat(found.rate()).isBetween(tooHigh / 1.7, 20_000.0);
    }
  }

  /** What base answered tells how much is too much for all. */
  @Test
  void rate_atFirst_isAQuarterTooMuchOrMore() {
    assertThat(new Overload(10_500, 10_000).rate()).isEqualTo(12_500);
    assertThat(new Overload(14_000, 10_000).rate()).isEqualTo(14_000);
  }

  @Test
  void found_nothingAnswered_isNotKnown() {
    AtomicInteger asked = new AtomicInteger();
    DoubleSupplier stuck = () -> 0 * asked.incrementAndGet();

    assertThat(ended(10_000, stuck).found()).isEmpty();
    assertThat(asked).as("each takes seconds").hasValue(6);
  }

  /** Speed as it was seen on a shared machine, 3 % from rate to rate, and one in ten stalled. */
  @Test
  void found_noisyHost_fiveRoundsTellFivePercentFromNone() {
    Random random = new Random(22);
    double[] alike = comparisons(random, 1);
    double[] slower = comparisons(random, 0.95);

    assertThat(share(alike, -0.02, 0.02)).isGreaterThan(0.99);
    assertThat(share(slower, -0.1, -0.03)).isGreaterThan(0.99);
  }

  private static double[] comparisons(Random random, double factor) {
    return DoubleStream.generate(() -> meanOfRounds(random, factor)).limit(1_000).toArray();
  }

  private static double meanOfRounds(Random random, double factor) {
    return DoubleStream.generate(
            () -> Math.log(found(random, 10_000 * factor) / found(random, 10_000)))
        .limit(5)
        .average()
        .orElseThrow();
  }

  private static double found(Random random, double truth) {
    DoubleSupplier noisy =
        () ->
            truth * Math.exp(0.03 * random.nextGaussian()) * (random.nextDouble() < 0.1 ? 0.85 : 1);
    return ended(13_000, noisy).found().orElseThrow().rate();
  }

  private static double share(double[] all, double from, double to) {
    return (double) Arrays.stream(all).filter(one -> one > from && one < to).count() / all.length;
  }

  private static Overload ended(double first, DoubleSupplier bears) {
    return ended(first, bears, Double.MAX_VALUE);
  }

  private static Overload ended(double first, DoubleSupplier bears, double generator) {
    Overload search = new Overload(first, 0);
    while (!search.ended()) {
      double now = bears.getAsDouble();
      search.answer(
          search.rate() > generator
              ? new RateSearch.Answer(RateSearch.Held.BEYOND_GENERATOR, 0)
              : search.rate() <= now
                  ? new RateSearch.Answer(RateSearch.Held.KEPT, 0)
                  : new RateSearch.Answer(RateSearch.Held.LOST, now));
    }
    return search;
  }
}
