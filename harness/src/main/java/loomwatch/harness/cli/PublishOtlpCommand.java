package loomwatch.harness.cli;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.notify.HttpSender;
import loomwatch.harness.notify.HttpSender.NotSentException;
import loomwatch.reporting.publish.JudgedRun;
import loomwatch.reporting.publish.OtlpMetrics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "otlp",
    description = {
      "Sends a run to a collector of OpenTelemetry, as gauges.",
      "",
      "Each metric is a gauge, loomwatch.latency_p99 for one, with head's mean by scenario and mode, at the"
          + " time of the run. It is sent by HTTP as JSON, which collectors take at port 4318."
    },
    footer = {
      "  ./loomwatch publish otlp out/latest",
      "",
      "Environment, as OpenTelemetry has it:",
      "  OTEL_EXPORTER_OTLP_ENDPOINT  default: http://localhost:4318",
      "  OTEL_EXPORTER_OTLP_HEADERS   NAME=value,NAME=value, such as a key"
    })
final class PublishOtlpCommand implements Callable<Integer> {
  @Mixin private UntrustedRunOptions run = new UntrustedRunOptions();

  @Override
  public Integer call() throws InterruptedException {
    JudgedRun judged = run.read(null);
    Map<String, String> environment = Invocation.current().environment();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint(environment))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(OtlpMetrics.of(judged.verdict(), judged.record())));
    for (String header : environment.getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", "").split(",")) {
      String[] pair = header.strip().split("=", 2);
      if (pair.length == 2) {
        try {
          request.header(pair[0].strip(), pair[1].strip());
        } catch (IllegalArgumentException bad) {
          throw new UsageException(
              "OTEL_EXPORTER_OTLP_HEADERS must be NAME=value,NAME=value, and has a header that HTTP does not take");
        }
      }
    }
    try {
      new HttpSender(System.err).send("the collector", request.build());
    } catch (NotSentException e) {
      System.err.printf("loomwatch: the collector %s%n", e.getMessage());
      return e.isBusy() ? ExitCode.TRY_LATER : ExitCode.REFUSED;
    }
    System.out.println("sent " + run.path());
    return ExitCode.PASS;
  }

  private static URI endpoint(Map<String, String> environment) {
    String named = environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
    try {
      URI uri = URI.create(named.replaceFirst("/+$", "") + "/v1/metrics");
      if (Objects.requireNonNullElse(uri.getScheme(), "").matches("https?")) {
        return uri;
      }
    } catch (IllegalArgumentException bad) {
      // Falls through to the message, which does not repeat what may hold a key.
    }
    throw new UsageException(
        "OTEL_EXPORTER_OTLP_ENDPOINT must be an address with http or https, was not");
  }
}
