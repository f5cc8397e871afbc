package loomwatch.judge.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.Dimension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The editors' schema says what the reader says, as far as a schema can. */
final class ThresholdsSchemaTest {
  private static final Schema SCHEMA = schema();
  private static final Path SHIPPED = Path.of("..", "thresholds.yaml");

  @Test
  void schema_shippedPolicy_isAccepted() throws IOException {
    assertThat(errors(Files.readString(SHIPPED))).isEmpty();
  }

  @Test
  void shippedPolicy_firstLine_namesTheSchema() throws IOException {
    String first = Files.readAllLines(SHIPPED).get(0);
    assertThat(first).startsWith("# yaml-language-server: $schema=");
    assertThat(Path.of("..", first.substring(first.indexOf('=') + 1))).isRegularFile();
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void both_everyMetricInItsDimension_isAccepted(Metric metric) {
    String ceiling =
        switch (Dimension.of(metric.unit())) {
          case TIME -> "20 ms";
          case SIZE -> "1.5 MiB";
          case COUNT, RATIO, CHANGE -> "5";
        };
    String yaml = entry("scenario: hello, metric: " + metric.label() + ", ceiling: " + ceiling);
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).limits()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Metric.class)
  void both_everyMetricInAnotherDimension_isRejected(Metric metric) {
    String ceiling =
        switch (Dimension.of(metric.unit())) {
          case TIME -> "5";
          case SIZE -> "20 ms";
          case COUNT, RATIO, CHANGE -> "1 B";
        };
    assertBothReject(entry("scenario: hello, metric: " + metric.label() + ", ceiling: " + ceiling));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scenario: hello, metric: latency-p98, ceiling: 1 s",
        "scenario: hello, metric: latency-p99, cieling: 1 s",
        "scenario: hello, metric: latency-p99",
        "scenario: hello, ceiling: 1 s",
        "metric: latency-p99, ceiling: 1 s",
        "scenario: [], metric: latency-p99, ceiling: 1 s",
        "scenario: [hello, hello], metric: latency-p99, ceiling: 1 s",
        "scenario: [hello, '*'], metric: latency-p99, ceiling: 1 s",
        "scenario: '', metric: latency-p99, ceiling: 1 s",
        "scenario: 5, metric: latency-p99, ceiling: 1 s",
        "scenario: hello, metric: latency-p99, ceiling: 0 ms",
        "scenario: hello, metric: latency-p99, ceiling: 0.0 ms",
        "scenario: hello, metric: latency-p99, ceiling: -1 ms",
        "scenario: hello, metric: latency-p99, ceiling: 1 hour",
        "scenario: hello, metric: latency-p99, ceiling: ms",
        "scenario: hello, metric: latency-p99, ceiling: 1,5 ms",
        "scenario: hello, metric: latency-p99, ceiling: [1 ms]",
        "scenario: hello, metric: latency-p99, ceiling:",
        "scenario: hello, metric: pinned, ceiling: 0",
        "scenario: hello, metric: pinned, ceiling: '5'",
        "scenario: hello, metric: pinned, ceiling: .inf",
        "scenario: hello, metric: latency-p99, tolerance: 3",
        "scenario: hello, metric: latency-p99, tolerance: 0 %",
        "scenario: hello, metric: latency-p99, tolerance: 3 ms",
        "scenario: hello, metric: latency-p99, ratio: 0.5",
        "scenario: hello, metric: latency-p99, ratio: {}",
        "scenario: hello, metric: latency-p99, ratio: {at-most: 0}",
        "scenario: hello, metric: latency-p99, ratio: {at-most: -0.5}",
        "scenario: hello, metric: latency-p99, ratio: {at-most: 50 %}",
        "scenario: hello, metric: latency-p99, ratio: {at-least: 0.5}",
        "scenario: hello, mode: virtual, metric: latency-p99, ratio: {at-most: 0.5}",
        "scenario: hello, mode: green, metric: latency-p99, ceiling: 1 s",
        "scenario: hello, mode: [virtual], metric: latency-p99, ceiling: 1 s",
      })
  void both_badEntry_isRejected(String entry) {
    assertBothReject(entry(entry));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "[]",
        "schema: 1",
        "limits: []",
        "schema: 1\nlimits: []",
        "schema: 1\nlimits: {}",
        "schema: 1\nlimits: [hello]",
        "schema: '1'\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: true, why: w}]",
        "schema: 2\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: true, why: w}]",
        "schema: 1\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: true}]",
        "schema: 1\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: true, why: ' '}]",
        "schema: 1\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: yes, why: w}]",
        "schema: 1\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, gate: when-worse, why: w}]",
        "schema: 1\nlimits: [{scenario: hello, metric: pinned, ceiling: 1, why: w}]",
        "schema: 1\nlimit: [{scenario: hello, metric: pinned, ceiling: 1, gate: true, why: w}]",
      })
  void both_badFile_isRejected(String yaml) {
    assertBothReject(yaml);
  }

  private static void assertBothReject(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(BadFileException.class);
    assertThat(errors(yaml)).isNotEmpty();
  }

  private static Thresholds read(String yaml) {
    return ThresholdsReader.parse("t.yaml", yaml, Set.of("hello"));
  }

  private static String entry(String fields) {
    return "schema: 1\nlimits:\n  - {" + fields + ", gate: true, why: w}\n";
  }

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(
            ThresholdsReader.class.getResourceAsStream("thresholds.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(in);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
