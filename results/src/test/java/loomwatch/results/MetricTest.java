package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.results.Metric.Percentile;
import org.junit.jupiter.api.Test;

class MetricTest {
  @Test
  void wording_ofAMetricWithoutOne_isItsLabel() {
    Metric.Wording plain = Metric.CONTEXT_SWITCHES_PER_REQUEST.wording();

    assertThat(plain.heading()).isEqualTo("context switches per request");
    assertThat(plain.change().of("3 %", true))
        .isEqualTo("has 3 % higher context switches per request");
  }

  @Test
  void capacity_isTheOneOfWhichMoreIsBetter() {
    assertThat(Metric.CAPACITY.direction().sign()).isEqualTo(-1);
    assertThat(Metric.CAPACITY.wording().change().of("3 %", false))
        .isEqualTo("bears 3 % less load");
    assertThat(Stream.of(Metric.values()).filter(metric -> metric.direction().sign() < 0))
        .containsExactly(Metric.CAPACITY);
  }

  @Test
  void percentiles_ofTheMetrics_areWhatTheirNamesSay() {
    assertThat(Stream.of(Metric.values()).filter(metric -> metric.percentile().isPresent()))
        .allSatisfy(metric -> {
          Percentile percentile = metric.percentile().orElseThrow();
          String times = percentile.times().name().toLowerCase(Locale.ROOT);
          String rank = String.valueOf(percentile.rank()).replaceFirst("\\.0$", "");
          assertThat(metric.label())
              .isEqualTo(times.replace('_', '-') + (percentile.isMaximum() ? "-max" : "-p" + rank));
        })
        .hasSize(9);
  }

  @Test
  void labels_areDistinct() {
    assertThat(Metric.labels()).doesNotHaveDuplicates();
  }
}
