package loomwatch.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.results.Metric;
import loomwatch.results.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = "Says what a metric means, and what limits it here.",
    footer = {
      "  ./loomwatch explain latency-p99",
      "  ./loomwatch explain --json allocated-per-request"
    })
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      arity = "1",
      paramLabel = "METRIC",
      description = "Its name in thresholds.yaml and verdict.json.")
  private String metric = "";

  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    Metric named =
        Metric.named(metric)
            .orElseThrow(() ->
                new UsageException(
                    "unknown metric '%s'; %s"
                        .formatted(metric, NearestName.suggestion(metric, Metric.labels()))));
    List<Limit> limits =
        thresholds.read().limits().stream()
            .filter(limit -> limit.terms().metric() == named)
            .toList();
    if (output.json()) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("metric", named.label());
      facts.put("meaning", named.meaning());
      facts.put("unit", named.unit().symbol());
      facts.put("better", named.direction().label());
      facts.put("limits", new TreeSet<>(limits.stream().map(ExplainCommand::shown).toList()));
      System.out.println(new ObjectMapper().writeValueAsString(facts));
    } else {
      System.out.printf(
          "%s: %s.%nUnit: %s. Better: %s.%n",
          named.label(), named.meaning(), named.unit().symbol(), named.direction().label());
      new TreeSet<>(limits.stream().map(ExplainCommand::shown).toList())
          .forEach(limit -> System.out.println("Limit: " + limit));
    }
    return ExitCode.PASS;
  }

  private static String shown(Limit limit) {
    String size =
        switch (limit) {
          case Tolerance tolerance -> percent(tolerance.fraction()) + " worse than base";
          case Ceiling ceiling -> ceiling.value() + " " + limit.terms().metric().unit().symbol();
          case RatioLimit ratio -> ratio.atMost() + " times platform";
        };
    return "%s, %s%s. %s"
        .formatted(
            limit.target(), size, limit.gates() ? "" : ", informational", limit.terms().why());
  }

  private static String percent(double fraction) {
    return Math.round(fraction * 1e4) / 1e2 + " %";
  }
}
