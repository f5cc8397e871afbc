package loomwatch.measure.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The editors' schema says what the reader says, as far as a schema can. */
final class StudySchemaTest {
  private static final Schema SCHEMA = schema();

  @ParameterizedTest
  @MethodSource("loomwatch.measure.study.StudyFileTest#shipped")
  void schema_shippedStudy_isAccepted(Path file) throws IOException {
    assertThat(errors(Files.readString(file))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema: 2",
        "subjct: shipped",
        "loop: ajar",
        "rounds: 1",
        "rounds: many",
        "window: 5",
        "windows: 0",
        "load: {scenario: hello, rats: 5}",
        "load: {scenario: hello, rate: -5}",
        "load: {scenario: hello, connections: 0}",
        "load: {get: items, rate: 5}",
        "load: {scenario: hello, saturated: [fast]}",
        "load: {scenario: hello, objective: soon}",
        "factors: {}",
        "factors: {mode: []}",
        "factors: {mode: {a: {moed: virtual}}}",
        "factors: {mode: {a: {mode: fast}}}",
        "factors: {mode: {'a b': {mode: virtual}}}",
        "claims: {c: {metric: throughput, of: {mode: virtual}, over: {mode: platform}}}",
        "claims: {c: {metric: throughput, of: {mode: virtual}, at-least: 1}}",
        "claims: {c: {metric: throughput, of: {mode: virtual}, over: {mode: platform}, at-least: no}}"
      })
  void both_badEntry_isRejected(String entry) {
    String key = entry.substring(0, entry.indexOf(':'));
    StringBuilder yaml = new StringBuilder();
    for (String line :
        List.of(
            "schema: 1",
            "service: shipped",
            "load: {scenario: hello}",
            "factors: {mode: [platform, virtual]}")) {
      if (!line.startsWith(key + ":")) {
        yaml.append(line).append('\n');
      }
    }
    String whole = yaml + entry + "\n";

    assertThat(errors(whole)).as(whole).isNotEmpty();
    assertThatThrownBy(() -> StudyFileTest.read(whole)).isInstanceOf(BadFileException.class);
  }

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private static Schema schema() {
    try (InputStream stream =
        Objects.requireNonNull(StudyFile.class.getResourceAsStream("study.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(stream, InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
