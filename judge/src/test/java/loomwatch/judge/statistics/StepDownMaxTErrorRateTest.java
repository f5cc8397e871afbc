package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.StepDownMaxTTest.greater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Six metrics in eight blocks: correlated by .7, heavy-tailed, spreads from 0.001 to 100. */
final class StepDownMaxTErrorRateTest {
  private static final int METRICS = 6;
  private static final int BLOCKS = 8;
  private static final double LEVEL = 0.05;

  @Test
  void greater_noChangeAnywhere_alarmsInExactlyTheAttainableLevel() {
    // The smallest adjusted p is the rank of the observed maximum among 256: at most 12 of them.
    assertThat(shareOfFalseAlarms(new Random(1), 5_000, 0, 0)).isCloseTo(12.0 / 256, within(0.012));
  }

  @Test
  void greater_noChangeAnywhereAndMissingBlocks_alarmsInExactlyTheAttainableLevel() {
    assertThat(shareOfFalseAlarms(new Random(2), 5_000, 0, 3)).isCloseTo(12.0 / 256, within(0.012));
  }

  @Test
  void greater_threeChanged_alarmsOnTheOthersInTheLevel() {
    // Four standard errors of a 5 % share in 5,000 are 1.2 %; the three found leave .047 to spend.
    assertThat(shareOfFalseAlarms(new Random(3), 5_000, 3, 0)).isBetween(0.03, 0.05 + 0.012);
  }

  @Test
  void greater_oneChanged_isFoundMoreOftenThanByHolm() {
    Found found = found(new Random(4), 1);
    assertThat(found.maxT()).isGreaterThan(found.holm());
  }

  @Test
  void greater_threeChanged_areFoundMoreOftenThanByHolm() {
    Found found = found(new Random(5), 3);
    assertThat(found.maxT()).isGreaterThan(found.holm());
  }

  private static double shareOfFalseAlarms(Random random, int runs, int changed, int missing) {
    int alarms = 0;
    for (int run = 0; run < runs; run++) {
      List<StepDownMaxT> tests = greater(metrics(random, changed, 6, missing));
      alarms += tests.stream().skip(changed).anyMatch(test -> test.adjusted() <= LEVEL) ? 1 : 0;
    }
    return (double) alarms / runs;
  }

  private record Found(int maxT, int holm) {}

  private static Found found(Random random, int changed) {
    int maxT = 0;
    int holm = 0;
    for (int run = 0; run < 1_000; run++) {
      List<StepDownMaxT> tests = greater(metrics(random, changed, 1.5, 0));
      double[] byHolm = Holm.adjust(tests.stream().mapToDouble(StepDownMaxT::p).toArray());
      for (int k = 0; k < changed; k++) {
        maxT += tests.get(k).adjusted() <= LEVEL ? 1 : 0;
        holm += byHolm[k] <= LEVEL ? 1 : 0;
      }
    }
    return new Found(maxT, holm);
  }

  /** The first {@code changed} are worse by {@code shift} standard deviations. */
  private static List<BlockDifferences> metrics(
      Random random, int changed, double shift, int missing) {
    double[][] differences = new double[METRICS][BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      double host = random.nextGaussian();
      double tail = 0.5 + random.nextDouble();
      for (int k = 0; k < METRICS; k++) {
        double noise = tail * (Math.sqrt(0.7) * host + Math.sqrt(0.3) * random.nextGaussian());
        differences[k][block] = Math.pow(10, k - 3.0) * (noise + (k < changed ? shift : 0));
      }
    }
    List<BlockDifferences> metrics = new ArrayList<>();
    for (double[] metric : differences) {
      int[] blocks =
          random.ints(0, BLOCKS).distinct().limit(BLOCKS - random.nextInt(missing + 1)).toArray();
      double[] present = new double[blocks.length];
      for (int i = 0; i < blocks.length; i++) {
        present[i] = metric[blocks[i]];
      }
      metrics.add(BlockDifferences.of(blocks, present));
    }
    return metrics;
  }
}
