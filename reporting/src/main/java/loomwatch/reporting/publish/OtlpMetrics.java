package loomwatch.reporting.publish;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Variant;

/**
 * A run as a request of the OpenTelemetry Protocol in JSON: a gauge for each metric, with the mean
 * over launches of head, by scenario and mode. See opentelemetry.io/docs/specs/otlp.
 */
public final class OtlpMetrics {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private OtlpMetrics() {}

  /** Returns the body of an {@code ExportMetricsServiceRequest}. */
  public static String of(Verdict verdict, MeasurementRecord record) {
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    ObjectNode resource = JSON.objectNode();
    ArrayNode attributes = resource.putArray("attributes");
    put(attributes, "service.name", Objects.requireNonNullElse(head.service(), "loomwatch"));
    put(attributes, "vcs.ref.head.revision", head.revision());
    put(attributes, "process.runtime.version", head.jdk());
    put(attributes, "loomwatch.tomcat.version", head.tomcat());
    put(attributes, "loomwatch.verdict", verdict.verdict().label());
    ObjectNode request = JSON.objectNode();
    ObjectNode ofResource = request.putArray("resourceMetrics").addObject();
    ofResource.set("resource", resource);
    ObjectNode scope = ofResource.putArray("scopeMetrics").addObject();
    scope.putObject("scope").put("name", "loomwatch");
    ArrayNode metrics = scope.putArray("metrics");
    Map<Metric, ArrayNode> points = new LinkedHashMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      Double value = line.value();
      if (value != null && line.mode() != JudgedMode.RATIO) {
        points
            .computeIfAbsent(line.metric(), metric -> gauge(metrics, metric))
            .add(point(line, value, record.createdAt()));
      }
    }
    return request.toString();
  }

  private static ArrayNode gauge(ArrayNode metrics, Metric metric) {
    ObjectNode gauge =
        metrics
            .addObject()
            .put("name", "loomwatch." + metric.label().replace('-', '_'))
            .put("description", metric.meaning())
            .put("unit", unit(metric));
    return gauge.putObject("gauge").putArray("dataPoints");
  }

  /** Returns the unit by the Unified Code for Units of Measure, as the protocol wants it. */
  private static String unit(Metric metric) {
    return switch (metric.unit()) {
      case SECONDS, SECONDS_PER_REQUEST, SECONDS_PER_OPERATION -> "s";
      case BYTES, BYTES_PER_REQUEST, BYTES_PER_OPERATION -> "By";
      case PER_SECOND -> "1/s";
      case COUNT, PER_REQUEST -> "1";
    };
  }

  private static ObjectNode point(MetricVerdict line, double value, Instant at) {
    ObjectNode point = JSON.objectNode();
    // A 64-bit number is a text in the JSON of Protocol Buffers.
    point.put("timeUnixNano", Long.toString(at.getEpochSecond() * 1_000_000_000 + at.getNano()));
    point.put("asDouble", value);
    ArrayNode attributes = point.putArray("attributes");
    put(attributes, "scenario", line.scenario());
    put(attributes, "mode", line.mode().label());
    return point;
  }

  private static void put(ArrayNode attributes, String key, String value) {
    attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
  }
}
