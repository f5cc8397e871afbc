package loomwatch.measure.subject;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The editors' schema says what the reader says, as far as a schema can. */
final class SubjectSchemaTest {
  private static final Schema SCHEMA = schema();

  @ParameterizedTest
  @ValueSource(strings = {Example.MINIMAL, Example.FULL})
  void both_example_isAccepted(String yaml) {
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{path: /x}",
        "{path: /x, status: 204, within: 1.5 s}",
        "{log: 'Started .* in'}",
        "{port: true, within: 500 ms}"
      })
  void both_goodReady_isAccepted(String ready) {
    String yaml = Example.MINIMAL.replace("/actuator/health", ready);
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "health",
        "true",
        "[/x]",
        "{}",
        "{within: 5 s}",
        "{path: /a b}",
        "{path: /a, status: 99}",
        "{path: /a, status: '204'}",
        "{path: /a, within: 5}",
        "{path: /a, within: 5 min}",
        "{path: /a, log: b}",
        "{port: true, status: 204}",
        "{port: 8080}",
        "{log: 5}"
      })
  void both_badReady_isRejected(String ready) {
    assertBothReject(Example.MINIMAL.replace("/actuator/health", ready));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: Shop",
        "name: 5",
        "jdk: 17",
        "jdk: '20.0.1'",
        "jdk: /usr/lib/jvm/temurin-25",
        "jdk: [25]",
        "build:",
        "directory: ../x",
        "directory: a/..",
        "directory: /srv",
        "environment: [A]",
        "environment: {A-B: x}",
        "environment: {A: }",
        "environment: {A: [x]}",
        "modes: {}",
        "modes: {virtual: {args: [x]}}",
        "modes: {virtual: {arg: a}}",
        "modes: {virtaul: {}}",
        "protocol: http2",
        "protocol: [h2]",
        "certificate: any",
        "protocol: https\n  certificate: self-signed",
        "protocol: h2c\n  certificate: any",
        "needs: x",
        "needs: {db: {image: postgres:16, ready: {port: true}}}",
        "needs: {db: {image: ' postgres', port: 1, ready: {port: true}}}",
        "needs: {db: {image: postgres:16, port: 65536, ready: {port: true}}}",
        "needs: {db: {image: postgres:16, port: 1, start: 'a {port}', ready: {port: true}}}",
        "needs: {db: {start: 'a {port}', args: b, ready: {port: true}}}"
      })
  void both_badSubject_isRejected(String line) {
    assertBothReject(Example.MINIMAL.replace("  start:", "  " + line + "\n  start:"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Items: {get: /, rate: 1}",
        "jmh: {get: /, rate: 1}",
        "jmh-x: {get: /, rate: 1}",
        "a: /items",
        "a: {rate: 1}",
        "a: {get: /}",
        "a: {get: items, rate: 1}",
        "a: {get: /a#b, rate: 1}",
        "a: {get: '/a|b', rate: 1}",
        "a: {get: '/a?b={c}', rate: 1}",
        "a: {get: '/a?b=%2', rate: 1}",
        "a: {get: '/a[1]', rate: 1}",
        "a: {get: /, rate: 0}",
        "a: {get: /, rate: 5/s}",
        "a: {get: /, rate: 1000001}",
        "a: {get: /, rate: 1, connections: 0}",
        "a: {get: /, rate: 1, connections: 1.5}",
        "a: {get: /, rate: 1, max-threads: many}",
        "a: {get: /, rate: 1, waits: yes}",
        "a: {get: /, rate: 1, objective: 5}",
        "a: {get: /, rate: 1, objective: fast}",
        "a: {get: /, rate: 1, objective: 99.9 within 20 ms}",
        "a: {get: /, rate: 1, saturated: platform}",
        "a: {get: /, rate: 1, saturated: [green]}",
        "a: {get: /, rate: 1, saturated: [virtual, virtual]}",
        "a: {get: /, rate: 1, post: /x}",
        "a: {get: /, rate: 1, expect: {}}",
        "a: {get: /, rate: 1, expect: {status: 99}}",
        "a: {get: /, rate: 1, expect: 201}",
        "a: {get: /, rate: 1, csv: 5}",
        "a: {post: /, rate: 1, body: {}}",
        "a: {post: /, rate: 1, body: {files: x}}",
        "a: {rate: 1, requests: []}",
        "a: {rate: 1, requests: {get: /}}",
        "a: {rate: 1, requests: [{get: /, weight: 0}]}",
        "a: {rate: 1, requests: [{get: /, rate: 1}]}",
        "a: {rate: 1, requests: [{get: /, body: x}]}",
        "a: {rate: 1, requests: [{get: /}], get: /}",
        "a: {rate: 1, requests: [{get: /}], expect: {status: 200}}",
        "a: {rate: 1, requests: [{weight: 1}]}"
      })
  void both_badScenario_isRejected(String line) {
    assertBothReject(Example.MINIMAL + "  " + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: {get: '/a;b=%7C/@:~_?c[1]=(2)&d=?/', rate: 1}",
        "a: {post: /, rate: 1, body: x, expect: {status: 201, contains: id}}",
        "a: {rate: 1, requests: [{get: /, weight: 9}, {post: /, headers: {A: b}, body: x}]}"
      })
  void both_goodScenario_isAccepted(String line) {
    String yaml = Example.MINIMAL + "  " + line + "\n";
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "[]",
        "schema: 1",
        "schema: '1'\nsubject: {start: 'a {port}', ready: /}\nscenarios: {a: {get: /, rate: 1}}",
        "schema: 2\nsubject: {start: 'a {port}', ready: /}\nscenarios: {a: {get: /, rate: 1}}",
        "schema: 1\nsubject: {start: 'a {port}'}\nscenarios: {a: {get: /, rate: 1}}",
        "schema: 1\nsubject: {ready: /}\nscenarios: {a: {get: /, rate: 1}}",
        "schema: 1\nsubject: {start: 'a {port}', ready: /}\nscenarios: {}",
        "schema: 1\nsubject: {start: 'a {port}', ready: /}\nscenarios: [a]"
      })
  void both_badFile_isRejected(String yaml) {
    assertBothReject(yaml);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{smoke: {run: [items]}, full: {compare: [items]}}", "{quick: {}}"})
  void both_goodProfiles_areAccepted(String profiles) {
    String yaml = Example.MINIMAL + "profiles: " + profiles + "\n";
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[smoke]",
        "{night: {run: [items]}}",
        "{smoke: [items]}",
        "{smoke: {runs: [items]}}",
        "{smoke: {run: items}}",
        "{smoke: {run: []}}",
        "{smoke: {run: [items, items]}}"
      })
  void both_badProfiles_areRejected(String profiles) {
    assertBothReject(Example.MINIMAL + "profiles: " + profiles + "\n");
  }

  @Test
  void both_subjectThatShips_isAccepted() throws IOException {
    String yaml = Files.readString(Path.of("..", "server", "loomwatch.yaml"));
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).isNotEmpty();
  }

  private static void assertBothReject(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(BadFileException.class);
    assertThat(errors(yaml)).isNotEmpty();
  }

  private static SubjectFile read(String yaml) {
    return SubjectFileReader.parse(Path.of("loomwatch.yaml"), yaml);
  }

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(
            SubjectFileReader.class.getResourceAsStream("loomwatch.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
