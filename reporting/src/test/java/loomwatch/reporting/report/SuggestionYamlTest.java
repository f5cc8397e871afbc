package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Suggestion;
import loomwatch.judge.calibration.Suggestion.Suggested;
import loomwatch.reporting.report.CalibrationReport.SuggestionYaml;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

class SuggestionYamlTest {
  @Test
  void render_twoMetrics_isToBeCopied() {
    Suggestion suggestion =
        new Suggestion(
            List.of(
                new Suggested("hello", Metric.CPU_PER_REQUEST, 2.6, 1.28, 4),
                new Suggested("hello", Metric.ALLOCATED_PER_REQUEST, 1, 0.012, 0.5)),
            Share.of(0, 30),
            1,
            2.84);

    assertThat(SuggestionYaml.render(suggestion))
        .isEqualTo(
            """
            # Tolerances that this machine can hold: at least twice its noise floor, and 1 %.
            # With them, of 30 comparisons of one service with itself 0 are regressed and 1 inconclusive; one took 2.8 minutes.
              - scenario: hello
                metric: cpu-per-request
                tolerance: 2.6 %   # noise floor 1.3 %; now 4 %
              - scenario: hello
                metric: allocated-per-request
                tolerance: 1 %   # noise floor 0.012 %; now 0.5 %
            """);
  }
}
