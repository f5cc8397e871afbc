package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FactorialTest {

  @Test
  void of_additiveArms_givesEachFactorItsOwnAndNoInteraction() {
    // The toolchain adds 0.25, the code 0.5.
    Factorial effects = new Factorial(5, 5.25, 5.5, 5.75);
    assertThat(effects.toolchain()).isEqualTo(0.25);
    assertThat(effects.code()).isEqualTo(0.5);
    assertThat(effects.interaction()).isZero();
  }

  @Test
  void of_armsWorseTogetherOnly_sharesTheChangeAndShowsTheInteraction() {
    Factorial effects = new Factorial(0, 0, 0, 1);
    assertThat(effects.toolchain()).isEqualTo(0.5);
    assertThat(effects.code()).isEqualTo(0.5);
    assertThat(effects.interaction()).isEqualTo(1);
  }

  @Test
  void of_anyArms_mainEffectsAddUpToTheWholeChange() {
    forEachSeed(seed -> {
      double[] y = arms(new Random(seed));
      Factorial effects = new Factorial(y[0], y[1], y[2], y[3]);
      assertThat(effects.toolchain() + effects.code()).isCloseTo(y[3] - y[0], within(1e-12));
    });
  }

  @Test
  void of_factorsSwapped_swapsTheEffects() {
    forEachSeed(seed -> {
      double[] y = arms(new Random(seed));
      Factorial effects = new Factorial(y[0], y[1], y[2], y[3]);
      Factorial swapped = new Factorial(y[0], y[2], y[1], y[3]);
      assertThat(swapped.code()).isEqualTo(effects.toolchain());
      assertThat(swapped.toolchain()).isEqualTo(effects.code());
      assertThat(swapped.interaction()).isCloseTo(effects.interaction(), within(1e-12));
    });
  }

  private static double[] arms(Random random) {
    double host = 10 * random.nextGaussian();
    return Arrays.stream(normal(random, 4)).map(v -> host + v).toArray();
  }
}
