package loomwatch.reporting.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is told of a metric follows from its constant: a new one is told of everywhere once it is in
 * {@link Metric}, and neither a report nor a page has a list of them to forget.
 */
class MetricsKnownOnceTest {
  private static final String LIST = "/$defs/MetricVerdict/properties/metric/enum";
  private static final Pattern QUOTED = Pattern.compile("[\"'`/]([^\"'`/\\s]+)[\"'`/]");
  private static final Pattern CONSTANT = Pattern.compile("\\bMetric\\.([A-Z][A-Z0-9_]+)\\b");

  @ParameterizedTest
  @ValueSource(strings = {"src/main/java", "../gh-pages"})
  void sources_nameNoMetric(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      assertThat(files.filter(file -> file.toString().matches(".*\\.(java|js)")).toList())
          .isNotEmpty()
          .allSatisfy(file ->
              assertThat(found(QUOTED, Files.readString(file)))
                  .as(file.toString())
                  .noneMatch(text -> Metric.named(text).isPresent()));
    }
  }

  /** The control is no result: it tells whether the host was the same. */
  @Test
  void reports_pickNoMetricByItsConstant() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")).toList())
          .allSatisfy(file ->
              assertThat(found(CONSTANT, Files.readString(file)))
                  .as(file.toString())
                  .allMatch(name -> name.equals(Metric.CONTROL.name())));
    }
  }

  /**
   * For other programs, which have no enum; the record's and the thresholds's have tests of their
   * own.
   */
  @Test
  void schemaOfVerdicts_listsEveryMetricInOrder() throws IOException {
    String schema = "/loomwatch/reporting/verdict.schema.json";
    try (InputStream stream =
        Objects.requireNonNull(MetricsKnownOnceTest.class.getResourceAsStream(schema), schema)) {
      JsonNode listed = new ObjectMapper().readTree(stream).at(LIST);

      assertThat(listed.valueStream().map(JsonNode::asText))
          .containsExactlyElementsOf(Metric.labels());
    }
  }

  private static Stream<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(each -> each.group(1));
  }
}
