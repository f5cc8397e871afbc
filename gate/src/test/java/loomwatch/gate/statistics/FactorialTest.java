package loomwatch.gate.statistics;

import static loomwatch.gate.statistics.Seeds.forEachSeed;
import static loomwatch.gate.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FactorialTest {

  @Test
  void of_additiveArms_givesEachFactorItsOwnAndNoInteraction() {
    // Two hosts, at 1 and at 5: the toolchain adds 0.25, the code 0.5.
    Factorial effects =
        new Factorial(
            new double[] {1, 5},
            new double[] {1.25, 5.25},
            new double[] {1.5, 5.5},
            new double[] {1.75, 5.75});
    assertThat(effects.toolchain()).containsExactly(0.25, 0.25);
    assertThat(effects.code()).containsExactly(0.5, 0.5);
    assertThat(effects.interaction()).containsExactly(0, 0);
  }

  @Test
  void of_armsWorseTogetherOnly_sharesTheChangeAndShowsTheInteraction() {
    Factorial effects =
        new Factorial(new double[] {0}, new double[] {0}, new double[] {0}, new double[] {1});
    assertThat(effects.toolchain()).containsExactly(0.5);
    assertThat(effects.code()).containsExactly(0.5);
    assertThat(effects.interaction()).containsExactly(1);
  }

  @Test
  void of_anyArms_mainEffectsAddUpToTheWholeChange() {
    forEachSeed(seed -> {
      double[][] y = arms(new Random(seed));
      Factorial effects = new Factorial(y[0], y[1], y[2], y[3]);
      for (int i = 0; i < 5; i++) {
        assertThat(effects.toolchain()[i] + effects.code()[i])
            .isCloseTo(y[3][i] - y[0][i], within(1e-12));
      }
    });
  }

  @Test
  void of_factorsSwapped_swapsTheEffects() {
    forEachSeed(seed -> {
      double[][] y = arms(new Random(seed));
      Factorial effects = new Factorial(y[0], y[1], y[2], y[3]);
      Factorial swapped = new Factorial(y[0], y[2], y[1], y[3]);
      assertThat(swapped.code()).containsExactly(effects.toolchain());
      assertThat(swapped.toolchain()).containsExactly(effects.code());
      assertThat(swapped.interaction()).containsExactly(effects.interaction(), within(1e-12));
    });
  }

  @Test
  void of_armMissingFromABlock_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Factorial(new double[2], new double[2], new double[1], new double[2]))
        .withMessage("codeOnly must have as many values as base (2), had 1");
  }

  @Test
  void of_infinity_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Factorial(
                new double[1],
                new double[] {Double.NEGATIVE_INFINITY},
                new double[1],
                new double[1]))
        .withMessage("toolchainOnly[0] must be a finite number, was -Infinity");
  }

  private static double[][] arms(Random random) {
    double host = 10 * random.nextGaussian();
    double[][] arms = new double[4][];
    Arrays.setAll(arms, j -> Arrays.stream(normal(random, 5)).map(v -> host + v).toArray());
    return arms;
  }
}
