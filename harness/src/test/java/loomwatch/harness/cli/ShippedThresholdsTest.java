package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;

/** The thresholds at the root of the repository, for the scenarios of the service that ships. */
final class ShippedThresholdsTest {
  private static final Path FILE = Path.of("..", "thresholds.yaml");

  @Test
  void read_shippedPolicy_holdsTheArticlesShapes() {
    Thresholds shipped = ThresholdsReader.read(FILE, Catalogue.SHIPPED.knownNames());
    assertThat(shipped.ratio("sleep-50-over", Metric.LATENCY_P99))
        .hasValueSatisfying(limit -> {
          assertThat(limit.atMost()).isEqualTo(0.5);
          assertThat(limit.gates()).isTrue();
        });
    assertThat(shipped.ratio("sleep-50-over", Metric.THREAD_RESERVED_AFTER_LOAD))
        .hasValueSatisfying(limit -> assertThat(limit.atMost()).isEqualTo(0.333));
    assertThat(shipped.ratio("jmh-create-batch", Metric.TIME_PER_OPERATION))
        .hasValueSatisfying(limit -> assertThat(limit.atMost()).isEqualTo(0.1));
  }

  @Test
  void read_limitOfAScenarioThatTheServiceLacks_isToldWithTheNearest() throws IOException {
    String thresholds =
        Files.readString(FILE).replaceFirst("scenario: sleep-50-over", "scenario: slep-50-over");
    assertThatThrownBy(() ->
            ThresholdsReader.parse("thresholds.yaml", thresholds, Catalogue.SHIPPED.knownNames()))
        .isInstanceOf(BadFileException.class)
        .hasMessageMatching(
            "(?s)thresholds\\.yaml:\\d+:15: scenario must be a known one, was \"slep-50-over\"\n"
                + ".*\\^\n.*sleep-50-over.*");
  }
}
