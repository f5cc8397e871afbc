package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {

  @Test
  void of_constantRatio_isThatRatioWhateverTheHostDoes() {
    PairedRatio half = known(PairedRatio.of(new double[] {1, 50, 300}, new double[] {2, 100, 600}));
    assertThat(half.ratio()).isCloseTo(0.5, within(1e-15));
    assertThat(half.low()).isEqualTo(half.ratio());
    assertThat(half.high()).isEqualTo(half.ratio());
  }

  @Test
  void of_fourPairs_agreesWithScipy() {
    // d = np.log(a/b); st.gmean(a/b); np.exp(st.t.interval(0.90, 3, loc=d.mean(), scale=st.sem(d)))
    PairedRatio ratio =
        known(
            PairedRatio.of(
                new double[] {5.2, 4.8, 5.9, 5.1}, new double[] {10.1, 10.4, 11.2, 9.7}));
    assertThat(ratio.ratio()).isCloseTo(0.5065013120281373, within(1e-12));
    assertThat(ratio.low()).isCloseTo(0.47040184, within(1e-8));
    assertThat(ratio.high()).isCloseTo(0.54537112, within(1e-8));
    assertThat(ratio.logs().standardDeviation()).isCloseTo(0.06283738804936588, within(1e-12));
  }

  @Test
  void of_swappedVariantsOrScaledNumerator_isTheReciprocalOrScalesAlong() {
    forEachSeed(seed -> {
      Random random = new Random(seed);
      double[] a = positive(random, 5);
      double[] b = positive(random, 5);
      PairedRatio forth = known(PairedRatio.of(a, b));
      PairedRatio back = known(PairedRatio.of(b, a));
      assertThat(back.ratio() * forth.ratio()).isCloseTo(1, within(1e-12));
      assertThat(back.low() * forth.high()).isCloseTo(1, within(1e-12));
      double[] tripled = Arrays.stream(a).map(v -> 3 * v).toArray();
      assertThat(known(PairedRatio.of(tripled, b)).high() / forth.high())
          .isCloseTo(3, within(1e-9));
    });
  }

  @Test
  void of_pairsSharingADrift_coversTheTruthAsStated() {
    Random random = new Random(7);
    int runs = 10_000;
    int missed = 0;
    for (int run = 0; run < runs; run++) {
      double[] platform = new double[5];
      double[] virtual = new double[5];
      for (int round = 0; round < 5; round++) {
        double host = Math.exp(random.nextGaussian());
        platform[round] = host * Math.exp(0.05 * random.nextGaussian());
        virtual[round] = 0.4 * host * Math.exp(0.05 * random.nextGaussian());
      }
      PairedRatio ratio = known(PairedRatio.of(virtual, platform));
      missed += ratio.low() > 0.4 || ratio.high() < 0.4 ? 1 : 0;
    }
    // Four standard errors of a 10 % share in 10,000 are 1.2 %.
    assertThat((double) missed / runs).isCloseTo(0.10, within(0.012));
  }

  @Test
  void of_onePairOrNoPairs_isNoRatio() {
    assertThat(PairedRatio.of(new double[] {1}, new double[] {2}))
        .isEqualTo(new Estimate.Inconclusive<>(1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedRatio.of(new double[] {1, 0}, new double[] {1, 1}))
        .withMessage("numerator[1] must be above 0 to have a logarithm, was 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedRatio.of(new double[] {1, 2}, new double[] {1}))
        .withMessage("numerator must have as many values as denominator (1), had 2");
  }

  private static double[] positive(Random random, int n) {
    return Arrays.stream(normal(random, n)).map(Math::exp).toArray();
  }
}
