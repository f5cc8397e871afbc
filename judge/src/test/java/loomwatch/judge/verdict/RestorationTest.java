package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.Random;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import org.junit.jupiter.api.Test;

class RestorationTest {
  private static final double LOST = 20;
  private static final double REMAINING = 1;

  /** Five pairs each, as of quick: 90 % of the intervals must hold the true share, 95 %. */
  @Test
  void interval_ofManyComparisons_coversTheTrueShare() {
    Random random = new Random(1);
    int covered = 0;
    for (int i = 0; i < 4_000; i++) {
      Interval interval = Restoration.interval(several(random, LOST), several(random, REMAINING));
      if (interval != null && interval.low() <= 95 && 95 <= interval.high()) {
        covered++;
      }
    }

    assertThat(covered / 4_000.0).isCloseTo(0.9, within(0.02));
  }

  @Test
  void interval_lossThatMayBeNone_isNone() {
    HeadRelativeChange lost =
        new HeadRelativeChange(10, new Interval(-1, 21), OptionalDouble.empty());

    assertThat(Restoration.interval(lost, lost)).isNull();
  }

  private static HeadRelativeChange several(Random random, double percent) {
    double[] pairs = new double[5];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = percent + 2 * random.nextGaussian();
    }
    Estimate<MeanInterval> estimate = MeanInterval.of(pairs);
    MeanInterval mean = ((Known<MeanInterval>) estimate).value();
    return new HeadRelativeChange(
        mean.mean(), new Interval(mean.low(), mean.high()), OptionalDouble.empty());
  }
}
