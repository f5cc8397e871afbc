package loomwatch.harness.cli;

import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import loomwatch.gate.verdict.HeadDifferences;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first table of decision 19: how far a pair of one subject is off, as the root of the mean
 * square of ln(head ÷ base) in percent, by the medians of its launches and by turns.
 */
final class DecisionOnTurnsTest {
  private record Compared(MeasurementRecord record, HeadDifferences differences) {}

  /** A pair's two differences. */
  private record Pair(double byMedians, double byTurns) {}

  @ParameterizedTest
  @CsvSource({
    "quick-embedded-a508bde2e80b, 74, 3.8 / 1.8, 2.6 / 1.8, 3.2 / 1.1, 0.9 / 0.8",
    "quick-embedded-e6414968d07a, 180, 4.2 / 3.8, 1.9 / 1.6, 2.6 / 3.2, 1.2 / 1.5"
  })
  void keptRecords_ofOneSubject_areOffAsDecision19Says(
      String folder, int pairs, String cpu, String cpuByTurns, String p50, String p50ByTurns)
      throws Exception {
    List<Compared> records = ofOneSubject(folder);

    assertThat(pairs(records, CPU_PER_REQUEST, Mode.PLATFORM)).hasSize(pairs);
    assertThat(off(records, CPU_PER_REQUEST, Pair::byMedians)).isEqualTo(cpu);
    assertThat(off(records, CPU_PER_REQUEST, Pair::byTurns)).isEqualTo(cpuByTurns);
    assertThat(off(records, LATENCY_P50, Pair::byMedians)).isEqualTo(p50);
    assertThat(off(records, LATENCY_P50, Pair::byTurns)).isEqualTo(p50ByTurns);
  }

  private static List<Compared> ofOneSubject(String folder) throws Exception {
    return new CampaignFolder(Path.of("../docs/campaign", folder))
        .records().stream()
            .filter(record -> record.comparison() != null && record.comparison().sameSubject())
            .map(record -> new Compared(record, new HeadDifferences(record)))
            .toList();
  }

  private static List<Pair> pairs(List<Compared> records, Metric metric, Mode mode) {
    List<Pair> pairs = new ArrayList<>();
    for (Compared compared : records) {
      for (Launch head : compared.record().launches()) {
        Double byTurns = compared.differences().of(head).get(metric);
        if (byTurns != null && head.mode() == mode) {
          double base = value(base(compared.record(), head), metric);
          pairs.add(new Pair(Math.log(value(head, metric) / base), byTurns));
        }
      }
    }
    return pairs;
  }

  private static Launch base(MeasurementRecord record, Launch head) {
    return record.launches().stream()
        .filter(launch -> launch.arm().equals("base") && launch.mode() == head.mode())
        .filter(launch -> launch.block() == head.block() && launch.valid())
        .filter(launch -> launch.scenario().equals(head.scenario()))
        .findFirst()
        .orElseThrow();
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
