package loomwatch.harness.cli;

import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static loomwatch.results.Metric.LATENCY_P99;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import loomwatch.harness.job.CampaignStore;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.HeadDifferences;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Window;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.apache.commons.statistics.descriptive.Quantile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first table of decision 19, and the tails of decision 18: how far a pair of one service is
 * off, as the root of the mean square of ln(head ÷ base) in percent, by the medians of its launches
 * and by turns.
 */
final class DecisionOnCyclesTest {
  /** Reading a folder takes seconds. */
  private static final Map<String, List<Compared>> READ = new HashMap<>();

  private record Compared(MeasurementRecord record, HeadDifferences differences) {}

  /**
   * A pair's differences.
   *
   * @param byMedians of the launches' own values: of p90 and p99, of all their requests
   * @param byTurns as verdicts have it
   * @param ofWindows the median over cycles of what the windows' own values differ by
   * @param ofQuiet of the 10th percentiles of the windows' own values
   */
  private record Pair(double byMedians, double byTurns, double ofWindows, double ofQuiet) {}

  @ParameterizedTest
  @CsvSource({"quick-embedded-e6414968d07a, 180, 4.2 / 3.8, 1.9 / 1.6, 2.6 / 3.2, 1.2 / 1.5"})
  void keptRecords_ofOneService_areOffAsDecision19Says(
      String folder, int pairs, String cpu, String cpuByTurns, String p50, String p50ByTurns)
      throws Exception {
    List<Compared> records = ofOneService(folder);

    assertThat(pairs(records, CPU_PER_REQUEST, Mode.PLATFORM)).hasSize(pairs);
    assertThat(off(records, CPU_PER_REQUEST, Pair::byMedians)).isEqualTo(cpu);
    assertThat(off(records, CPU_PER_REQUEST, Pair::byTurns)).isEqualTo(cpuByTurns);
    assertThat(off(records, LATENCY_P50, Pair::byMedians)).isEqualTo(p50);
    assertThat(off(records, LATENCY_P50, Pair::byTurns)).isEqualTo(p50ByTurns);
  }

  @ParameterizedTest
  @CsvSource({
    "LATENCY_P90, 8.7 / 9.1, 3.2 / 3.2", //
    "LATENCY_P99, 76.7 / 82.9, 21.1 / 24.3"
  })
  void keptRecords_tailsOfOneService_areOffAsDecision18Says(
      Metric metric, String pooled, String byTurns) throws Exception {
    List<Compared> records = ofOneService("quick-embedded-e6414968d07a");

    assertThat(off(records, metric, Pair::byMedians)).isEqualTo(pooled);
    assertThat(off(records, metric, Pair::ofWindows)).isEqualTo(byTurns);
  }

  @Test
  void keptRecords_tailsInQuietWindows_areOffAsDecision22Says() throws Exception {
    List<Compared> records = ofOneService("quick-embedded-e6414968d07a");

    assertThat(off(records, LATENCY_P99, Pair::ofQuiet)).isEqualTo("9.7 / 7.6");
  }

  private static List<Compared> ofOneService(String folder) throws Exception {
    if (!READ.containsKey(folder)) {
      READ.put(folder, read(folder));
    }
    return Objects.requireNonNull(READ.get(folder));
  }

  private static List<Compared> read(String folder) throws Exception {
    return CampaignStore.ofComparisons(Path.of("../docs/campaign", folder)).records().stream()
        .filter(record -> record.comparison() != null && record.comparison().sameService())
        .map(record -> new Compared(record, new HeadDifferences(record)))
        .toList();
  }

  private static List<Pair> pairs(List<Compared> records, Metric metric, Mode mode) {
    List<Pair> pairs = new ArrayList<>();
    for (Compared compared : records) {
      for (Launch head : compared.record().launches()) {
        Double byTurns = compared.differences().of(head).get(metric);
        if (byTurns != null && head.mode() == mode) {
          Launch base = base(compared.record(), head);
          double byMedians = Math.log(value(head, metric) / value(base, metric));
          pairs.add(
              new Pair(
                  byMedians,
                  byTurns,
                  ofWindows(base, head, metric),
                  Math.log(quiet(head, metric) / quiet(base, metric))));
        }
      }
    }
    return pairs;
  }

  private static Launch base(MeasurementRecord record, Launch head) {
    return record.launches().stream()
        .filter(launch -> launch.variant().equals("base") && launch.mode() == head.mode())
        .filter(launch -> launch.round() == head.round() && launch.valid())
        .filter(launch -> launch.scenario().equals(head.scenario()))
        .findFirst()
        .orElseThrow();
  }

  /** Two variants in two modes: a cycle has four windows. */
  private static double ofWindows(Launch base, Launch head, Metric metric) {
    Map<Integer, Double> heads = byCycle(head, metric);
    return SampleStatistics.medianOf(
        byCycle(base, metric).entrySet().stream()
            .filter(of -> heads.containsKey(of.getKey()))
            .mapToDouble(
                of -> Math.log(Objects.requireNonNull(heads.get(of.getKey())) / of.getValue()))
            .toArray());
  }

  private static Map<Integer, Double> byCycle(Launch launch, Metric metric) {
    Map<Integer, Double> values = new HashMap<>();
    for (Window window : launch.windows()) {
      window.samples().stream()
          .filter(sample -> sample.metric() == metric)
          .forEach(sample -> values.put(window.position() / 4, sample.value()));
    }
    return values;
  }

  /** Of a metric that windows do not have there is none. */
  private static double quiet(Launch launch, Metric metric) {
    double[] values =
        byCycle(launch, metric).values().stream().mapToDouble(Double::doubleValue).toArray();
    return values.length == 0 ? Double.NaN : Quantile.withDefaults().evaluate(values, 0.1);
  }

  private static double value(Launch launch, Metric metric) {
    return launch.sample(metric).map(Sample::value).orElseThrow();
  }

  private static String off(
      List<Compared> records, Metric metric, ToDoubleFunction<Pair> difference) {
    return String.format(
        Locale.ROOT,
        "%.1f / %.1f",
        rootMeanSquare(pairs(records, metric, Mode.PLATFORM), difference),
        rootMeanSquare(pairs(records, metric, Mode.VIRTUAL), difference));
  }

  /** In percent. */
  private static double rootMeanSquare(List<Pair> pairs, ToDoubleFunction<Pair> difference) {
    DoubleStream squares = pairs.stream().mapToDouble(difference).map(log -> log * log);
    return 100 * Math.sqrt(squares.average().orElseThrow());
  }
}
