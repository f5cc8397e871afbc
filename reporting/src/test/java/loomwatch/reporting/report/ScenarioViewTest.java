package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.reporting.report.ScenarioView.Difference;
import loomwatch.reporting.report.ScenarioView.Row;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

/** Two modes side by side: a first look at a public service, of two launches each. */
class ScenarioViewTest {
  private static final String FEW =
      "too few requests to gate: 3 lie beyond this percentile in the poorest launch, 100 are"
          + " needed; a longer or faster load would give them";

  @Test
  void inWords_bothModes_agreeWithTheRatioShownBesideThem() {
    Row p50 =
        row(
            Metric.LATENCY_P50,
            line(Metric.LATENCY_P50, JudgedMode.PLATFORM, 588.991e-6, 26e-6, 1_152e-6),
            line(Metric.LATENCY_P50, JudgedMode.VIRTUAL, 526.911e-6, 7e-6, 1_047e-6),
            line(Metric.LATENCY_P50, JudgedMode.RATIO, 0.8939, 0.8657, 0.9230));

    assertThat(p50.inWords(JudgedMode.PLATFORM)).isEqualTo("589 µs");
    assertThat(p50.inWords(JudgedMode.VIRTUAL)).isEqualTo("526 µs");
    assertThat(p50.change()).isEqualTo("−11 %");
    assertThat(p50.difference()).isEqualTo(Difference.BETTER);
  }

  @Test
  void difference_percentileOfThreeRequests_isUnknown() {
    Row p99 =
        row(
            Metric.LATENCY_P99,
            line(Metric.LATENCY_P99, JudgedMode.PLATFORM, 5.157e-3, 4e-3, 6e-3),
            line(Metric.LATENCY_P99, JudgedMode.VIRTUAL, 6.242e-3, 5e-3, 7e-3),
            line(Metric.LATENCY_P99, JudgedMode.RATIO, 1.207, 1.1, 1.32, FEW));

    assertThat(p99.difference()).isEqualTo(Difference.UNKNOWN);
  }

  private static Row row(Metric metric, MetricVerdict... cells) {
    return new Row(
        metric,
        Map.of(
            JudgedMode.PLATFORM, cells[0],
            JudgedMode.VIRTUAL, cells[1],
            JudgedMode.RATIO, cells[2]));
  }

  private static MetricVerdict line(
      Metric metric, JudgedMode mode, double value, double low, double high, String... doubts) {
    return new MetricVerdict(
        "vets",
        mode,
        metric,
        mode == JudgedMode.RATIO ? "ratio" : metric.unit().symbol(),
        metric.direction(),
        OptionalDouble.empty(),
        new MeanValue.Often(value, new Interval(low, high)),
        2,
        new Ruling.Silent("no limit in thresholds.yaml"),
        List.of(doubts),
        Optional.empty(),
        Optional.empty());
  }
}
