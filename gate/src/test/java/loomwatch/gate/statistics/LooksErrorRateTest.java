package loomwatch.gate.statistics;

import static loomwatch.gate.statistics.Seeds.known;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.gate.statistics.Looks.Look;
import org.junit.jupiter.api.Test;

/** What a rule with a tolerance makes of looks after 6 and 12 blocks, at 2 % noise. */
final class LooksErrorRateTest {
  private static final Looks PLAN = Looks.two(6, 12);
  private static final int METRICS = 4;
  private static final int RUNS = 1_000;
  private static final double NOISE = 0.02;
  private static final double TOLERANCE = 0.03;

  private enum Ruling {
    REGRESSED,
    PASS,
    INCONCLUSIVE
  }

  @Test
  void twoLooks_noChange_neverRegress() {
    Map<Ruling, Integer> counts = simulate(new Random(1), 0, TOLERANCE);
    assertThat(counts.get(Ruling.REGRESSED)).isZero();
    assertThat(counts.get(Ruling.PASS)).isGreaterThan(RUNS * 95 / 100);
  }

  @Test
  void twoLooks_noChangeAndNoTolerance_regressInTheLevel() {
    // Four standard errors of 5 % in 1,000 are 28.
    Map<Ruling, Integer> counts = simulate(new Random(2), 0, 0);
    assertThat(counts.get(Ruling.REGRESSED)).isBetween(1, RUNS * 5 / 100 + 28);
  }

  @Test
  void twoLooks_fivePercentWorse_areCaught() {
    Map<Ruling, Integer> counts = simulate(new Random(3), 0.05, TOLERANCE);
    assertThat(counts.get(Ruling.REGRESSED)).isGreaterThan(RUNS * 98 / 100);
    assertThat(counts.get(Ruling.PASS)).isZero();
  }

  @Test
  void twoLooks_worseByTheTolerance_passNoMoreThanTheBoundsAllow() {
    // Each look's bound misses in 5 %.
    Map<Ruling, Integer> counts = simulate(new Random(4), TOLERANCE, TOLERANCE);
    assertThat(counts.get(Ruling.PASS)).isLessThan(RUNS * 10 / 100);
  }

  private static Map<Ruling, Integer> simulate(Random random, double change, double tolerance) {
    Map<Ruling, Integer> counts = new EnumMap<>(Ruling.class);
    Stream.of(Ruling.values()).forEach(ruling -> counts.put(ruling, 0));
    for (int run = 0; run < RUNS; run++) {
      counts.merge(comparison(random, change, tolerance), 1, Integer::sum);
    }
    return counts;
  }

  /** The first of the metrics changed. */
  private static Ruling comparison(Random random, double change, double tolerance) {
    double[][] differences = new double[METRICS][PLAN.last().blocks()];
    for (double[] metric : differences) {
      for (int block = 0; block < metric.length; block++) {
        metric[block] = NOISE * random.nextGaussian() + (metric == differences[0] ? change : 0);
      }
    }
    for (Look look : PLAN.looks()) {
      Ruling ruling = judge(differences, look, tolerance);
      if (ruling != Ruling.INCONCLUSIVE) {
        return ruling;
      }
    }
    return Ruling.INCONCLUSIVE;
  }

  private static Ruling judge(double[][] differences, Look look, double tolerance) {
    List<BlockDifferences> metrics =
        Arrays.stream(differences)
            .map(metric -> BlockDifferences.complete(Arrays.copyOf(metric, look.blocks())))
            .toList();
    List<StepDownMaxT> tests = StepDownMaxTTest.greater(metrics);
    boolean regressed =
        tests.stream()
            .anyMatch(test -> test.adjusted() <= look.level() && test.mean() >= tolerance);
    boolean pass =
        IntStream.range(0, METRICS)
            .allMatch(k -> known(MeanInterval.of(metrics.get(k).values())).high() < tolerance);
    return regressed ? Ruling.REGRESSED : pass ? Ruling.PASS : Ruling.INCONCLUSIVE;
  }
}
