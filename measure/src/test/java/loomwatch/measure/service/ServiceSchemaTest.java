package loomwatch.measure.service;

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
import java.util.stream.Stream;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The editors' schema says what the reader says, as far as a schema can. */
final class ServiceSchemaTest {
  private static final Schema SCHEMA = schema();

  static Stream<String> good() throws IOException {
    Stream<String> whole =
        Stream.of(
            Example.MINIMAL,
            Example.FULL,
            Files.readString(Path.of("..", "server", "loomwatch.yaml")));
    Stream<String> parts =
        """
        ready: {path: /x}
        ready: {path: /x, status: 204, within: 1.5 s}
        ready: {log: 'Started .* in'}
        ready: {port: true, within: 500 ms}
        scenario: a: {get: '/a;b=%7C/@:~_?c[1]=(2)&d=?/', rate: 1}
        scenario: a: {post: /, rate: 1, body: x, expect: {status: 201, contains: id}}
        scenario: a: {rate: 1, requests: [{get: /, weight: 9}, {post: /, headers: {A: b}, body: x}]}
        scenario: a: {get: /, rate: 1, session: [{post: /login, body: '{env.PASSWORD}', expect: {status: 302}}]}
        scenario: a: {get: '{session.at}', rate: 1, session: [{get: /, take: {at: {header: Location}}}]}
        scenario: a: {rate: 1, headers: {A: b}, steps: [{get: /, take: {id: {json: /a/0}, c: {cookie: C}, p: {pattern: '=(.)'}}}, {get: '/{session.id}?a={session.c}{env.X}'}]}
        scenario: a: {rate: 1, headers: {A: '{b}'}, requests: [{post: /, body: '{b.c}'}]}
        profiles: {}
        profiles: {smoke: {run: [items]}, full: {compare: [items]}}
        profiles: {quick: {}}
        benchmarks: {jar: b.jar}
        benchmarks: {build: make, jar: 'target/*.jar', include: [Parser, 'a[.]b$'], params: {size: [1, '2'], kind: x, on: true}}
        """
            .lines()
            .map(ServiceProblemsTest::file);
    return Stream.concat(whole, parts);
  }

  @ParameterizedTest
  @MethodSource("good")
  void both_good_isAccepted(String yaml) {
    assertThat(errors(yaml)).isEmpty();
    assertThat(read(yaml).scenarios()).isNotEmpty();
  }

  /** What is written where, as {@link ServiceProblemsTest#file} has it. */
  static Stream<String> bad() {
    return """
    ready: health
    ready: true
    ready: [/x]
    ready: {}
    ready: {within: 5 s}
    ready: {path: /a b}
    ready: {path: /a, status: 99}
    ready: {path: /a, status: '204'}
    ready: {path: /a, within: 5}
    ready: {path: /a, within: 5 hours}
    ready: {path: /a, log: b}
    ready: {port: true, status: 204}
    ready: {port: 8080}
    ready: {log: 5}
    service: name: Shop
    service: name: 5
    service: jdk: 16
    service: jdk: '16.0.1'
    service: jdk: /usr/lib/jvm/temurin-25
    service: jdk: [25]
    service: build:
    service: directory: ../x
    service: directory: a/..
    service: directory: /srv
    service: environment: [A]
    service: environment: {A-B: x}
    service: environment: {A: }
    service: environment: {A: [x]}
    service: modes: {}
    service: modes: {virtual: {args: [x]}}
    service: modes: {virtual: {arg: a}}
    service: modes: {virtaul: {}}
    service: protocol: http2
    service: protocol: [h2]
    service: certificate: any
    service: protocol: https\\ncertificate: self-signed
    service: protocol: h2c\\ncertificate: any
    service: services: x
    service: services: {db: {image: postgres:16, ready: {port: true}}}
    service: services: {db: {image: ' postgres', port: 1, ready: {port: true}}}
    service: services: {db: {image: postgres:16, port: 65536, ready: {port: true}}}
    service: services: {db: {image: postgres:16, port: 1, start: 'a {port}', ready: {port: true}}}
    service: services: {db: {start: 'a {port}', args: b, ready: {port: true}}}
    scenario: Items: {get: /, rate: 1}
    scenario: jmh: {get: /, rate: 1}
    scenario: jmh-x: {get: /, rate: 1}
    scenario: a: /items
    scenario: a: {rate: 1}
    scenario: a: {get: /}
    scenario: a: {get: items, rate: 1}
    scenario: a: {get: /a#b, rate: 1}
    scenario: a: {get: '/a|b', rate: 1}
    scenario: a: {get: '/a?b={c}', rate: 1}
    scenario: a: {get: '/a?b=%2', rate: 1}
    scenario: a: {get: '/a[1]', rate: 1}
    scenario: a: {get: /, rate: 0}
    scenario: a: {get: /, rate: 5/s}
    scenario: a: {get: /, rate: 1000001}
    scenario: a: {get: /, rate: 1, connections: 0}
    scenario: a: {get: /, rate: 1, connections: 1.5}
    scenario: a: {get: /, rate: 1, max-threads: many}
    scenario: a: {get: /, rate: 1, waits: yes}
    scenario: a: {get: /, rate: 1, objective: 5}
    scenario: a: {get: /, rate: 1, objective: fast}
    scenario: a: {get: /, rate: 1, objective: 99.9 within 20 ms}
    scenario: a: {get: /, rate: 1, saturated: platform}
    scenario: a: {get: /, rate: 1, saturated: [green]}
    scenario: a: {get: /, rate: 1, saturated: [virtual, virtual]}
    scenario: a: {get: /, rate: 1, post: /x}
    scenario: a: {get: /, rate: 1, expect: {}}
    scenario: a: {get: /, rate: 1, expect: {status: 99}}
    scenario: a: {get: /, rate: 1, expect: 201}
    scenario: a: {get: /, rate: 1, csv: 5}
    scenario: a: {post: /, rate: 1, body: {}}
    scenario: a: {post: /, rate: 1, body: {files: x}}
    scenario: a: {rate: 1, requests: []}
    scenario: a: {rate: 1, requests: {get: /}}
    scenario: a: {rate: 1, requests: [{get: /, weight: 0}]}
    scenario: a: {rate: 1, requests: [{get: /, rate: 1}]}
    scenario: a: {rate: 1, requests: [{get: /, body: x}]}
    scenario: a: {rate: 1, requests: [{get: /}], get: /}
    scenario: a: {rate: 1, requests: [{get: /}], expect: {status: 200}}
    scenario: a: {rate: 1, requests: [{weight: 1}]}
    scenario: a: {get: /, rate: 1, session: []}
    scenario: a: {get: /, rate: 1, session: {post: /login}}
    scenario: a: {get: /, rate: 1, session: [{get: /, weight: 2}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {}}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {a b: {json: /a}}}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {a: {}}}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {a: {json: a}}}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {a: {xpath: a}}}]}
    scenario: a: {get: /, rate: 1, session: [{get: /, take: {a: {json: /a, header: a}}}]}
    scenario: a: {get: /, rate: 1, take: {a: {json: /a}}}
    scenario: a: {rate: 1, steps: []}
    scenario: a: {rate: 1, steps: [{get: /}], get: /}
    scenario: a: {rate: 1, steps: [{get: /}], requests: [{get: /}]}
    scenario: a: {get: '{env.A}', rate: 1}
    scenario: a: {get: '/{id}', rate: 1}
    scenario: a: {get: /, headers: {A: 'b {sesion.c}'}, rate: 1}
    file: 5
    file: []
    file: schema: 1
    file: schema: '1'\\nservice: {start: 'a {port}', ready: /}\\nscenarios: {a: {get: /, rate: 1}}
    file: schema: 2\\nservice: {start: 'a {port}', ready: /}\\nscenarios: {a: {get: /, rate: 1}}
    file: schema: 1\\nservice: {start: 'a {port}'}\\nscenarios: {a: {get: /, rate: 1}}
    file: schema: 1\\nservice: {ready: /}\\nscenarios: {a: {get: /, rate: 1}}
    file: schema: 1\\nservice: {start: 'a {port}', ready: /}\\nscenarios: {}
    file: schema: 1\\nservice: {start: 'a {port}', ready: /}\\nscenarios: [a]
    profiles: [smoke]
    profiles: {night: {run: [items]}}
    profiles: {smoke: [items]}
    profiles: {smoke: {runs: [items]}}
    profiles: {smoke: {run: items}}
    profiles: {smoke: {run: []}}
    profiles: {smoke: {run: [items, items]}}
    benchmarks: 5
    benchmarks: {build: make}
    benchmarks: {jar: b.jar, includes: [a]}
    benchmarks: {jar: b.jar, include: a}
    benchmarks: {jar: b.jar, include: []}
    benchmarks: {jar: b.jar, params: [a]}
    benchmarks: {jar: b.jar, params: {a-b: 1}}
    benchmarks: {jar: b.jar, params: {a: []}}
    benchmarks: {jar: b.jar, params: {a: [{b: c}]}}
    benchmarks: {jar: b.jar, params: {a: 'b,c'}}
    file: schema: 1\\nscenarios: {a: {get: /, rate: 1}}\\nbenchmarks: {jar: b.jar}
    file: schema: 1\\nprofiles: {}\\nbenchmarks: {jar: b.jar}
    budget: 15
    budget: 15m
    """
        .lines();
  }

  @ParameterizedTest
  @MethodSource("bad")
  void both_bad_isRejected(String title) {
    String yaml = ServiceProblemsTest.file(title);
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(BadFileException.class);
    assertThat(errors(yaml)).isNotEmpty();
  }

  private static ServiceFile read(String yaml) {
    return ServiceFile.parse(Path.of("loomwatch.yaml"), yaml);
  }

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private static Schema schema() {
    try (InputStream in =
        Objects.requireNonNull(ServiceFile.class.getResourceAsStream("loomwatch.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
