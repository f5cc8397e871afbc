package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import loomwatch.measure.service.ServiceFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A folder with JMH benchmarks, which a script in Maven's place builds. */
@Execution(ExecutionMode.CONCURRENT)
class InitBenchmarksTest {
  private static final String POM =
      """
      <project>
        <artifactId>text</artifactId>
        <dependencies><dependency><artifactId>jmh-core</artifactId></dependency></dependencies>
        <build><plugins><plugin>
          <artifactId>maven-shade-plugin</artifactId>
          <configuration><finalName>benchmarks</finalName></configuration>
        </plugin></plugins></build>
      </project>
      """;

  private static final String JMH =
      """
      package org.openjdk.jmh;
      public class Main {
        public static void main(String[] args) {
          System.out.println("Benchmarks:\\na.Hash.hash");
        }
      }
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      mkdir -p target && cp built.jar target/benchmarks.jar
      """;

  private static final String SERVICE =
      "schema: 1\nservice:\n  start: java -jar text.jar --port={port}\n  ready: /items\n";

  private static final String PART =
      """
      benchmarks:
        build: ./mvnw -q -B -DskipTests package
        jar: target/benchmarks.jar
      """;

  @TempDir static Path built;
  @TempDir Path directory;
  private Path folder;

  @BeforeAll
  static void build() throws Exception {
    Path classes = built.resolve("classes");
    Path list = classes.resolve("META-INF/BenchmarkList");
    Files.createDirectories(list.getParent());
    Files.writeString(list, "JMH");
    Path source = Files.writeString(built.resolve("Main.java"), JMH);
    run("javac", "--release", "17", "-d", classes.toString(), source.toString());
    String jar = built.resolve("built.jar").toString();
    run("jar", "-c", "-f", jar, "-e", "org.openjdk.jmh.Main", "-C", classes.toString(), ".");
  }

  private static void run(String tool, String... arguments) {
    assertThat(ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments))
        .isZero();
  }

  @BeforeEach
  void begin() throws Exception {
    folder = Files.createDirectory(directory.resolve("text"));
    Files.writeString(folder.resolve("pom.xml"), POM);
    Files.copy(built.resolve("built.jar"), folder.resolve("built.jar"));
    builtBy(MAVEN);
  }

  @Test
  void init_benchmarksAlone_writesTheirPartAlone() throws Exception {
    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.out()).endsWith("\nschema: 1\n" + PART).doesNotContain("service:");
    assertThat(ServiceFile.read(file()).benchmarks().orElseThrow().jar())
        .isEqualTo("target/benchmarks.jar");
    assertThat(init().err()).contains(file() + " is there already and stays as it is");
  }

  @Test
  void init_besideAService_addsTheirPart() throws Exception {
    Files.writeString(file(), SERVICE);

    Loomwatch.Ended init = init("--from", requests());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.out()).startsWith(SERVICE + "scenarios:\n").endsWith("\n" + PART);
  }

  @Test
  void init_buildLeavesNoBenchmarks_saysSoAndLeavesThemOpen() throws Exception {
    builtBy("#!/bin/sh\n");

    Loomwatch.Ended init = init();

    assertThat(init.exitCode()).isEqualTo(66);
    assertThat(init.err())
        .contains("jar must be one file after the build of head, was none in ")
        .contains("next: correct the build, or write benchmarks: in loomwatch.yaml, as ");
    assertThat(file()).content().contains("\n# open: the benchmarks could not be listed when ");

    builtBy(MAVEN);
    assertThat(init().exitCode()).isZero();
    assertThat(file()).content().endsWith("schema: 1\n" + PART);
  }

  @Test
  void init_besideAServiceBuildFails_leavesThemOutAndSaysWhy() throws Exception {
    Files.writeString(file(), SERVICE);
    builtBy("#!/bin/sh\necho '[ERROR] no compiler'\nexit 1\n");

    Loomwatch.Ended init = init("--from", requests());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("benchmarks are left out: build of the benchmarks must succeed, failed")
        .contains("    [ERROR] no compiler\n");
    assertThat(ServiceFile.read(file()).benchmarks()).isEmpty();
  }

  private Loomwatch.Ended init(String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("init", folder.toString()));
    arguments.addAll(List.of(more));
    return new Loomwatch(directory).call(arguments.toArray(String[]::new));
  }

  private Path file() {
    return folder.resolve("loomwatch.yaml");
  }

  private String requests() throws Exception {
    return Files.writeString(
            directory.resolve("requests.http"), "### all\nGET http://localhost:8080/items\n")
        .toString();
  }

  private void builtBy(String script) throws Exception {
    Path maven = Files.writeString(folder.resolve("mvnw"), script);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
