package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkProjectTest {
  private static final String POM =
      """
      <project>
        <parent><artifactId>all</artifactId></parent>
        <artifactId>text-benchmarks</artifactId>
        <properties><uberjar.name>fast</uberjar.name></properties>
        <dependencies><dependency><artifactId>jmh-core</artifactId></dependency></dependencies>
        <build>
          <finalName>text</finalName>
          <plugins><plugin>
            <artifactId>maven-shade-plugin</artifactId>
            <configuration>%s</configuration>
          </plugin></plugins>
        </build>
      </project>
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "<finalName>benchmarks</finalName> | benchmarks.jar",
        "<finalName>${uberjar.name}</finalName> | fast.jar",
        "<finalName>${project.artifactId}-${project.version}-all</finalName> | text-benchmarks-*-all.jar",
        "<finalName>${unknown}-${project.version}</finalName> | *.jar",
        "<skip/> | text-benchmarks-*.jar",
      })
  void in_pom_isTheJarOfTheShadePlugin(String shade, String jar) throws Exception {
    write("pom.xml", POM.formatted(shade));

    assertThat(BenchmarkProject.in(folder))
        .contains(new BenchmarkProject(folder, "mvn -q -B -DskipTests package", "target/" + jar));
  }

  @Test
  void in_moduleOfMaven_isBuiltWithWhatItNeeds() throws Exception {
    write("pom.xml", "<project><module>text</module><module>bench</module></project>");
    write("text/pom.xml", "<project><artifactId>text</artifactId></project>");
    write("bench/pom.xml", POM.formatted("<finalName>benchmarks</finalName>"));
    write("mvnw", "");

    assertThat(BenchmarkProject.in(folder))
        .contains(
            new BenchmarkProject(
                folder.resolve("bench"),
                "./mvnw -q -B -DskipTests -pl bench -am package",
                "bench/target/benchmarks.jar"));
    assertThat(BenchmarkProject.in(folder.resolve("bench")))
        .contains(
            new BenchmarkProject(
                folder.resolve("bench"),
                "../mvnw -q -B -DskipTests -f ../pom.xml -pl bench -am package",
                "target/benchmarks.jar"));
    assertThat(BenchmarkProject.in(folder.resolve("text"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "id 'me.champeau.jmh' version '0.7.3', true",
    "alias(libs.plugins.jmh), true",
    "id 'me.champeau.jmh' version '0.7.3' apply false, false",
    "id 'java', false",
  })
  void in_gradle_isThePlugins(String plugin, boolean found) throws Exception {
    write("build.gradle.kts", "plugins {\n  %s\n}\n".formatted(plugin));
    write("gradlew", "");

    assertThat(BenchmarkProject.in(folder).map(BenchmarkProject::build))
        .isEqualTo(found ? Optional.of("./gradlew -q jmhJar") : Optional.empty());
  }

  @Test
  void in_subprojectOfGradle_isBuiltThere() throws Exception {
    write("settings.gradle", "include ':text', ':bench'\n");
    write("bench/build.gradle", "plugins { id 'me.champeau.jmh' version '0.7.3' }\n");

    assertThat(BenchmarkProject.in(folder))
        .contains(
            new BenchmarkProject(
                folder.resolve("bench"),
                "gradle -q -p bench jmhJar",
                "bench/build/libs/*-jmh.jar"));
  }

  private void write(String file, String text) throws IOException {
    Path written = folder.resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, text);
  }
}
