package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.BlockDifferences.complete;
import static loomwatch.judge.statistics.Seeds.forEachSeed;
import static loomwatch.judge.statistics.Seeds.known;
import static loomwatch.judge.statistics.Seeds.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.SignFlip.Method;
import org.junit.jupiter.api.Test;

final class StepDownMaxTTest {

  @Test
  void greater_twoByHand_stepsDown() {
    // T over ++ +- -+ --: first 1.41 0 0 -1.41, second 0.63 1.26 -1.26 -0.63.
    // First: only ++ has a maximum of 1.41. Second, the first gone: ++ and +- reach 0.63.
    List<StepDownMaxT> tests = greater(complete(1, 1), complete(3, -1));
    assertThat(tests)
        .containsExactly(
            new StepDownMaxT(1, 0.25, 0.25, 2, Method.ENUMERATED),
            new StepDownMaxT(1, 0.5, 0.5, 2, Method.ENUMERATED));
  }

  @Test
  void greater_laterStepWithSmallerShare_keepsTheEarlierP() {
    // First: T = 1, reached by itself in 1/2 and by the second in 4/16: 1 - 1/2 * 12/16 = 0.625.
    // Second: T = 0.96, reached by itself in 5/16.
    BlockDifferences first = BlockDifferences.of(new int[] {4}, new double[] {10});
    assertThat(greater(first, complete(1, 1, 1, -1.05)))
        .extracting(StepDownMaxT::p, StepDownMaxT::adjusted)
        .containsExactly(tuple(0.5, 0.625), tuple(0.3125, 0.625));
  }

  @Test
  void greater_oneMetric_isTheSignFlipTest() {
    forEachSeed(seed -> {
      double[] d = normal(new Random(seed), 7);
      SignFlip alone = known(SignFlip.greater(d, new Random(1)));
      assertThat(greater(complete(d)))
          .containsExactly(
              new StepDownMaxT(alone.mean(), alone.p(), alone.p(), 7, Method.ENUMERATED));
    });
  }

  @Test
  void greater_oneMetricWithTies_agreesWithScipy() {
    // st.permutation_test((d,), np.mean, permutation_type='samples', alternative='greater')
    assertThat(adjusted(greater(complete(1, 1, 2, -1, 3, -2)))).containsExactly(0.265625);
  }

  @Test
  void greater_sameMetricInOtherUnits_costsNothing() {
    forEachSeed(seed -> {
      double[] d = normal(new Random(seed), 6);
      double p = known(SignFlip.greater(d, new Random(1))).p();
      double[] micro = Arrays.stream(d).map(v -> 1e-6 * v).toArray();
      double[] giga = Arrays.stream(d).map(v -> 3e9 * v).toArray();
      assertThat(adjusted(greater(complete(d), complete(micro), complete(giga))))
          .containsExactly(p, p, p);
    });
  }

  @Test
  void greater_allWorseEvenly_reachesTheSmallestP() {
    double[] even = {1, 1.1, 0.9, 1.05, 0.95, 1, 1.02};
    List<StepDownMaxT> tests =
        greater(complete(even), complete(0.3, -2, 1, 0.1, -0.7, 1, -1), complete(new double[7]));
    assertThat(tests.getFirst().adjusted()).isEqualTo(1.0 / 128);
    assertThat(tests.getLast().adjusted()).isEqualTo(1);
  }

  @Test
  void greater_withMissingBlocks_agreesWithBruteForce() {
    forEachSeed(seed -> {
      List<BlockDifferences> metrics = partlyMissing(new Random(seed));
      assertThat(adjusted(greater(metrics))).containsExactly(BruteForce.stepDown(metrics, t -> t));
    });
  }

  @Test
  void different_withMissingBlocks_agreesWithBruteForce() {
    forEachSeed(seed -> {
      List<BlockDifferences> metrics = partlyMissing(new Random(seed));
      assertThat(adjusted(different(metrics)))
          .containsExactly(BruteForce.stepDown(metrics, Math::abs));
    });
  }

  @Test
  void greater_sameSizesOfDifferences_isNeverAboveHolm() {
    forEachSeed(seed -> {
      Random random = new Random(seed);
      List<BlockDifferences> metrics = sameSizes(random, normal(random, 7), 5);
      List<StepDownMaxT> tests = greater(metrics);
      double[] holm = Holm.adjust(alone(tests));
      for (int k = 0; k < holm.length; k++) {
        assertThat(tests.get(k).adjusted()).isLessThanOrEqualTo(holm[k] + 1e-12);
      }
    });
  }

  @Test
  void greater_anyMetrics_isNeverBelowTheOwnP() {
    forEachSeed(seed ->
        assertThat(greater(partlyMissing(new Random(seed))))
            .allSatisfy(test -> assertThat(test.adjusted()).isGreaterThanOrEqualTo(test.p())));
  }

  @Test
  void greater_metricsAndBlocksReordered_changesNothing() {
    forEachSeed(seed -> {
      List<BlockDifferences> metrics = partlyMissing(new Random(seed));
      List<BlockDifferences> reversed =
          metrics.reversed().stream()
              .map(metric ->
                  BlockDifferences.of(
                      metric.blocks().map(block -> 100 - block).toArray(), metric.values()))
              .toList();
      assertThat(adjusted(greater(reversed)))
          .containsExactlyElementsOf(adjusted(greater(metrics)).reversed());
    });
  }

  @Test
  void different_oneMetric_isTwiceTheSmallerTail() {
    forEachSeed(seed -> {
      BlockDifferences metric = complete(normal(new Random(seed), 7));
      double worse = greater(metric).getFirst().p();
      double better = greater(metric.negated()).getFirst().p();
      assertThat(adjusted(different(List.of(metric)))).containsExactly(2 * Math.min(worse, better));
      assertThat(different(List.of(metric.negated())).getFirst().adjusted())
          .isEqualTo(2 * Math.min(worse, better));
    });
  }

  @Test
  void greater_metricWithoutPairs_leavesTheOthersTested() {
    List<Estimate<StepDownMaxT>> tests =
        StepDownMaxT.greater(List.of(complete(), complete(1, 2, 3)), new Random(1));
    assertThat(tests)
        .containsExactly(
            new Estimate.Inconclusive<>(0, 1),
            new Estimate.Known<>(new StepDownMaxT(2, 0.125, 0.125, 3, Method.ENUMERATED)));
  }

  @Test
  void greater_nothing_isNothing() {
    assertThat(StepDownMaxT.greater(List.of(), new Random(1))).isEmpty();
  }

  @Test
  void greater_allZero_isCertain() {
    assertThat(adjusted(greater(complete(0, 0, 0), complete(0, 0, 0)))).containsExactly(1.0, 1.0);
    assertThat(adjusted(different(List.of(complete(0, 0, 0))))).containsExactly(1.0);
  }

  @Test
  void greater_tinyAndHugeDifferences_keepTheirP() {
    assertThat(adjusted(greater(complete(1e-300, 2e-300, 3e-300), complete(1e300, 1e300, 1e300))))
        .containsExactly(0.125, 0.125);
  }

  @Test
  void greater_twentyBlocks_areDrawnAndNearTheSignFlipTest() {
    double[] d = SignFlipTest.TWENTY;
    StepDownMaxT test = greater(complete(d)).getFirst();
    // numpy, all 2²⁰ assignments: 0.059981; four standard errors of the draw are 0.0095.
    assertThat(test.adjusted()).isCloseTo(0.059981, within(0.0095));
    assertThat(test.method()).isEqualTo(Method.DRAWN);
    assertThat(greater(complete(d))).containsExactly(test);
  }

  @Test
  void greater_drawn_neverReachesZero() {
    double[] worse = new double[40];
    Arrays.fill(worse, 1);
    assertThat(adjusted(greater(complete(worse), complete(worse)))).containsExactly(1e-4, 1e-4);
  }

  static List<StepDownMaxT> greater(BlockDifferences... metrics) {
    return greater(List.of(metrics));
  }

  static List<StepDownMaxT> greater(List<BlockDifferences> metrics) {
    return StepDownMaxT.greater(metrics, new Random(42)).stream().map(Seeds::known).toList();
  }

  private static List<StepDownMaxT> different(List<BlockDifferences> metrics) {
    return StepDownMaxT.different(metrics, new Random(42)).stream().map(Seeds::known).toList();
  }

  private static List<Double> adjusted(List<StepDownMaxT> tests) {
    return tests.stream().map(StepDownMaxT::adjusted).toList();
  }

  private static double[] alone(List<StepDownMaxT> tests) {
    return tests.stream().mapToDouble(StepDownMaxT::p).toArray();
  }

  /** Four metrics over blocks 10…15, each in three or more of them, some shifted. */
  private static List<BlockDifferences> partlyMissing(Random random) {
    List<BlockDifferences> metrics = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      List<Integer> blocks = new ArrayList<>(List.of(10, 11, 12, 13, 14, 15));
      Collections.shuffle(blocks, random);
      int pairs = 3 + random.nextInt(4);
      double shift = random.nextInt(3);
      metrics.add(
          BlockDifferences.of(
              blocks.stream().limit(pairs).mapToInt(Integer::intValue).toArray(),
              Arrays.stream(normal(random, pairs)).map(v -> v + shift).toArray()));
    }
    return metrics;
  }

  /** Metrics whose differences are the same numbers in another order with other signs. */
  private static List<BlockDifferences> sameSizes(Random random, double[] sizes, int metrics) {
    return IntStream.range(0, metrics)
        .mapToObj(k -> {
          List<Double> shuffled = new ArrayList<>(Arrays.stream(sizes).boxed().toList());
          Collections.shuffle(shuffled, random);
          return complete(
              shuffled.stream()
                  .mapToDouble(v -> random.nextDouble() < 0.7 ? Math.abs(v) : -Math.abs(v))
                  .toArray());
        })
        .toList();
  }
}
