package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import loomwatch.harness.github.SmallRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run, sent to a collector that reads it by the protocol's own definitions. */
class PublishOtlpTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  @TempDir Path directory;
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private HttpServer collector;
  private volatile int status = 200;

  @BeforeEach
  void start() throws Exception {
    SmallRun.write(directory, SHA, 1.2);
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("api-key")));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  @Test
  void publish_run_isReadByTheProtocol() throws Exception {
    Loomwatch.Ended publish = publish();

    assertThat(publish.exitCode()).as(publish.err()).isZero();
    assertThat(keys).containsExactly("secret");
    ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.newBuilder();
    JsonFormat.parser().merge(bodies.getFirst(), request);
    assertThat(request.getResourceMetrics(0).getResource().getAttributesList())
        .anySatisfy(attribute -> {
          assertThat(attribute.getKey()).isEqualTo("vcs.ref.head.revision");
          assertThat(attribute.getValue().getStringValue()).isEqualTo(SHA);
        });
    Metric cpu =
        request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
            .filter(metric -> metric.getName().equals("loomwatch.cpu_per_request"))
            .findFirst()
            .orElseThrow();
    assertThat(cpu.getUnit()).isEqualTo("s");
    assertThat(cpu.getGauge().getDataPointsList())
        .hasSize(2)
        .allSatisfy(point -> assertThat(point.getTimeUnixNano()).isPositive())
        .extracting(NumberDataPoint::getAsDouble)
        .allMatch(seconds -> seconds > 1e-6 && seconds < 1e-2);
  }

  @Test
  void publish_collectorThatRefuses_saysSoWithoutTheKey() {
    status = 401;

    Loomwatch.Ended publish = publish();

    assertThat(publish.exitCode()).isEqualTo(77);
    assertThat(publish.err())
        .contains("loomwatch: the collector answered 401")
        .doesNotContain("secret");
  }

  private Loomwatch.Ended publish() {
    return new Loomwatch(directory)
        .of(
            Loomwatch.ROOT,
            Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + collector.getAddress().getPort() + "/",
                "OTEL_EXPORTER_OTLP_HEADERS",
                "api-key=secret"))
        .call("publish", "otlp", directory.toString());
  }
}
