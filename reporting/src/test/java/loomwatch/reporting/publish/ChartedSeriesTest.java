package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.junit.jupiter.api.Test;

final class ChartedSeriesTest {
  /** The scenarios of {@code run}, and those of {@code --profile full}. */
  private static final List<String> USUAL = List.of("hello", "list-static", "sleep-50-over");

  private static final Set<String> EVERY =
      Set.of(
          "hello",
          "sleep-50",
          "sleep-50-over",
          "sleep-random",
          "body-64k",
          "list-static",
          "cpu",
          "service-blocking",
          "service-async",
          "jmh-create",
          "jmh-create-batch",
          "jmh-hand-off",
          "jmh-caller");

  private static final Thresholds SHIPPED =
      ThresholdsReader.read(Path.of("..", "thresholds.yaml"), EVERY);

  @Test
  void of_allThatRunMeasures_isWhatDecides() {
    assertThat(ChartExport.charted(SHIPPED, everything(USUAL)))
        .extracting(ChartExport::title)
        .containsExactly(
            "sleep-50-over ratio latency-p99",
            "sleep-50-over ratio thread-reserved-after-load",
            "hello platform latency-p99",
            "hello virtual latency-p99",
            "sleep-50-over virtual pinned",
            "hello platform allocated-per-request",
            "hello virtual allocated-per-request",
            "list-static platform allocated-per-request",
            "list-static virtual allocated-per-request",
            "hello platform cpu-per-request",
            "hello virtual cpu-per-request",
            "list-static platform cpu-per-request",
            "list-static virtual cpu-per-request",
            "hello platform latency-p50",
            "hello virtual latency-p50",
            "list-static platform latency-p50",
            "list-static virtual latency-p50",
            "hello platform capacity",
            "hello virtual capacity",
            "list-static platform capacity",
            "list-static virtual capacity",
            "sleep-50-over platform capacity",
            "sleep-50-over virtual capacity");
  }

  @Test
  void of_more_isThirtyAtMost() {
    assertThat(ChartExport.charted(SHIPPED, everything(List.copyOf(EVERY))))
        .hasSize(ChartExport.MOST);
  }

  /** One limit is on all benchmarks of a team's own, which are known by name once they ran. */
  @Test
  void of_limitOnAllBenchmarks_isEachOfThem() {
    Thresholds own =
        ThresholdsReader.parse(
            "own.yaml",
            """
            schema: 1
            limits:
              - {scenario: jmh, metric: time-per-operation, tolerance: 5%, gate: true, why: why}
            """,
            Set.of("jmh"));
    List<String> there = List.of("a.B.c:size=10", "a.B.c", "hello");

    assertThat(ChartExport.charted(own, everything(there)))
        .extracting(ChartExport::title)
        .containsExactly(
            "a.B.c platform time-per-operation",
            "a.B.c:size=10 platform time-per-operation",
            "a.B.c virtual time-per-operation",
            "a.B.c:size=10 virtual time-per-operation");
  }

  private static Set<SeriesName> everything(List<String> scenarios) {
    Set<SeriesName> names = new HashSet<>();
    for (String scenario : scenarios) {
      for (String mode : List.of("platform", "virtual", "ratio")) {
        Metric.labels().forEach(metric -> names.add(new SeriesName(scenario, mode, metric)));
      }
    }
    return names;
  }
}
