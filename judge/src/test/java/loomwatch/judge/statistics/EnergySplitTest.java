package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class EnergySplitTest {

  @Test
  void of_seededSeries_isTheBestOfAllByTheFormulaItself() {
    forEachSeed(seed -> {
      Random random = new Random(seed);
      double[] x = normal(random, 2 + random.nextInt(14));
      int from = random.nextInt(x.length - 1);
      EnergySplit.Split split = EnergySplit.of(x, from, x.length);
      EnergySplit.Split expected = brute(x, from, x.length);
      assertThat(split.unlikeness()).isCloseTo(expected.unlikeness(), within(1e-9));
      assertThat(split.at()).isEqualTo(expected.at());
    });
  }

  @Test
  void of_step_isAtTheStep() {
    assertThat(EnergySplit.of(new double[] {1, 1, 1, 5, 5, 5, 5}, 0, 7).at()).isEqualTo(3);
  }

  @Test
  void of_allEqual_isAtTheFirst() {
    assertThat(EnergySplit.of(new double[] {2, 2, 2, 2}, 0, 4))
        .isEqualTo(new EnergySplit.Split(1, 0));
  }

  /** The definition, term by term. */
  private static EnergySplit.Split brute(double[] x, int from, int to) {
    EnergySplit.Split best = new EnergySplit.Split(-1, Double.NEGATIVE_INFINITY);
    for (int tau = from + 1; tau < to; tau++) {
      for (int kappa = tau + 1; kappa <= to; kappa++) {
        double n = tau - from;
        double m = kappa - tau;
        double q = 2 / (m + n) * between(x, from, tau, kappa);
        q -= n > 1 ? 2 * m / (m + n) / (n - 1) * within0(x, from, tau) : 0;
        q -= m > 1 ? 2 * n / (m + n) / (m - 1) * within0(x, tau, kappa) : 0;
        if (q > best.unlikeness() + 1e-12) {
          best = new EnergySplit.Split(tau, q);
        }
      }
    }
    return best;
  }

  private static double between(double[] x, int from, int tau, int kappa) {
    double sum = 0;
    for (int i = from; i < tau; i++) {
      for (int j = tau; j < kappa; j++) {
        sum += Math.abs(x[i] - x[j]);
      }
    }
    return sum;
  }

  private static double within0(double[] x, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      for (int j = i + 1; j < to; j++) {
        sum += Math.abs(x[i] - x[j]);
      }
    }
    return sum;
  }
}
