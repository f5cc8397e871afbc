package loomwatch.judge.verdict;

import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_P99;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.VariantPairs.WindowDifferences;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** Four launches of a round, loaded in cycles of four windows. */
class WindowDifferencesTest {
  /** The host is slow in four cycles of eight, and in the last one leaves base alone for half. */
  private static final double[] BASE = {1, 1, 1, 1, 2, 2, 2, 1.5};

  private static final double[] HEAD = {1, 1, 1, 1, 2, 2, 2, 2};

  @Test
  void difference_hostSlowForSomeTurns_isThatOfMostTurns() {
    assertThat(difference(CPU_PER_REQUEST, byWindow(0, BASE), byWindow(1, HEAD))).isZero();
    assertThat(difference(CPU_PER_REQUEST, byWindow(0, BASE), byWindow(1, times(1.05, HEAD))))
        .as("of the medians it would be %s", 1.05 * median(HEAD) / median(BASE))
        .isCloseTo(Math.log(1.05), within(1e-12));
  }

  @Test
  void difference_ofSwappedVariants_isItsNegative() {
    double[] drifting = {1, 1.07, 1.2, 1.1, 2.3, 2.2, 2.5, 1.6};

    assertThat(difference(CPU_PER_REQUEST, byWindow(0, drifting), byWindow(1, HEAD)))
        .isNotZero()
        .isEqualTo(-difference(CPU_PER_REQUEST, byWindow(0, HEAD), byWindow(1, drifting)));
  }

  @Test
  void difference_whereAWindowIsMissing_isOfTheOtherTurns() {
    Map<Integer, Double> base = byWindow(0, 1, 1, 2, 2);
    Map<Integer, Double> head = byWindow(1, 1.1, 1.1, 9, 2.2);
    base.remove(8);
    assertThat(difference(CPU_PER_REQUEST, base, head)).isCloseTo(Math.log(1.1), within(1e-12));
  }

  @Test
  void difference_windowThatTheGeneratorWasLateFor_countsForWorkAlone() {
    Map<Integer, Double> base = byWindow(0, 1, 1, 1);
    Map<Integer, Double> head = byWindow(1, 1.1, 1.2, -1.4);

    assertThat(difference(LATENCY_P50, base, head))
        .isCloseTo((Math.log(1.1) + Math.log(1.2)) / 2, within(1e-12));
    assertThat(difference(CPU_PER_REQUEST, base, head)).isCloseTo(Math.log(1.2), within(1e-12));
  }

  @Test
  void difference_withoutASharedTurn_isThatOfTheLaunches() {
    assertThat(difference(CPU_PER_REQUEST, Map.of(0, 1.0), Map.of(5, 2.0)))
        .isCloseTo(Math.log(1.25), within(1e-12));
    assertThat(difference(CPU_PER_REQUEST, byWindow(0, 0, 1), byWindow(1, 1, 2)))
        .as("0 has no logarithm")
        .isCloseTo(Math.log(1.25), within(1e-12));
  }

  @Test
  void difference_ofATail_isThatOfAllRequests() {
    assertThat(difference(LATENCY_P99, byWindow(0, BASE), byWindow(1, HEAD)))
        .isCloseTo(Math.log(1.25), within(1e-12));
  }

  /** Of launches whose own values are 4 and 5, with two of the other mode in the same cycles. */
  private static double difference(
      Metric metric, Map<Integer, Double> base, Map<Integer, Double> head) {
    Run run =
        Run.of("hello")
            .windowed("base", Mode.PLATFORM, Sample.of(metric, 4), base)
            .windowed("head", Mode.PLATFORM, Sample.of(metric, 5), head)
            .windowed("base", Mode.VIRTUAL, Sample.of(metric, 4), Map.of(2, 7.0))
            .windowed("head", Mode.VIRTUAL, Sample.of(metric, 4), Map.of(3, 7.0));
    Launch first = run.launches().get(0);
    Launch second = run.launches().get(1);
    return new WindowDifferences(run.record()).difference(metric, first, second).value();
  }

  private static Map<Integer, Double> byWindow(int place, double... values) {
    Map<Integer, Double> byWindow = new TreeMap<>();
    for (int cycle = 0; cycle < values.length; cycle++) {
      byWindow.put(4 * cycle + place, values[cycle]);
    }
    return byWindow;
  }

  private static double[] times(double factor, double... values) {
    double[] product = values.clone();
    for (int i = 0; i < product.length; i++) {
      product[i] *= factor;
    }
    return product;
  }

  private static double median(double... values) {
    return SampleStatistics.medianOf(values);
  }
}
