package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.launch.Children;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Git.Revision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MavenVersionsTest {
  private static final Artifact JSON = Artifact.of("com.acme:json").orElseThrow();

  @TempDir Path folder;
  private final Children children = new Children();

  @AfterEach
  void end() {
    children.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "mvn -q -DskipTests clean package|mvn",
        "./mvnw -s ci/settings.xml -Pfast -pl app -am package|./mvnw -s ci/settings.xml -Pfast",
        "npm ci && cd app && MAVEN_OPTS=\"-Xmx1g -ea\" sh ../mvnw -o -Dmaven.repo.local=m2 package; rm x|cd app && MAVEN_OPTS=\"-Xmx1g -ea\" sh ../mvnw -o -Dmaven.repo.local=m2",
        "`./mvnw -q package\nrm -f app.jar`|./mvnw",
        "`mvn -q \\\n  -s ci.xml package`|mvn -s ci.xml",
      })
  void call_ofABuild_isItsMavenWithWhatDecidesWhereItLooks(String build, String call) {
    assertThat(MavenVersions.call(folder, build).orElseThrow().strip()).isEqualTo(call);
  }

  @Test
  void call_buildThatNamesNone_isOfThePom() throws Exception {
    assertThat(MavenVersions.call(folder, "rm -r .mvn; make")).isEmpty();

    Files.createFile(folder.resolve("pom.xml"));
    assertThat(MavenVersions.call(folder, "make")).contains("mvn");

    Files.createFile(folder.resolve("mvnw"));
    assertThat(MavenVersions.call(folder, "make")).contains("sh ./mvnw");
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.46, 10.1.47 10.1.50 10.1.9 11.0.2 10.2.0-M1 10.1.51-RC1, '[10.1.50, 11.0.2]'",
    "1.0, 1.0.1 1.3 1.2.9 2.0-beta-1 3.0 1.0, '[1.0.1, 1.3, 3.0]'",
    "5.6.1.Final, 5.6.2.Final 6.0.0.Alpha1 6.1.0.Final 7.0.0 7.1.0-SNAPSHOT, '[5.6.2.Final, 7.0.0]'",
    "12.8.1.jre11, 12.8.2.jre8 12.8.2.jre11 12.10.0.jre11-preview, '[12.8.2.jre11]'",
    "2.0.0-M1, 2.0.0-M2 2.0.0, '[2.0.0]'",
    "2.0.0, 2.0.0-RC1 2.0.0.Final, '[]'",
    "2.6, 20030203.000550 2.7, '[2.7]'",
  })
  void newest_ofEachStep_isFinishedAndOfItsKind(String now, String all, String newest) {
    assertThat(NewerVersions.newest(Version.of(now).orElseThrow(), List.of(all.split(" ")), 0))
        .hasToString(newest);
  }

  @Test
  void between_unfinishedVersionAndItsRelease_isTheRelease() throws Exception {
    MavenVersions maven =
        maven(
            """
            mkdir -p m2/com/acme/json
            echo "<version>2.0.0-RC2</version>" > m2/com/acme/json/maven-metadata-ours.xml
            echo "Using local repository at $PWD/m2"
            """);

    assertThat(maven.between(JSON, "2.0.0-RC1", "2.0.0")).containsExactly("2.0.0");
  }

  /** The machine has the JDK that runs this. */
  @Test
  void than_mavenFails_isJdksAloneUnlessMoreIsAskedForOrNoneIsThere() throws Exception {
    Optional<MavenVersions> maven = Optional.of(maven("echo no network; exit 1"));
    List<String> said = new ArrayList<>();

    assertThat(NewerVersions.than(on("17.0.0"), maven, List.of(), said::add))
        .isNotEmpty()
        .allMatch(each -> each.key().equals("jdk="));
    assertThat(said).singleElement().asString().contains("tomcat-embed-core", "no network");
    assertThatThrownBy(() -> NewerVersions.than(on("17.0.0"), maven, List.of(JSON), said::add))
        .isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> NewerVersions.than(on("999.0.0"), maven, List.of(), said::add))
        .isInstanceOf(ServiceException.class);
  }

  private static BuiltVariant on(String jdk) {
    return new BuiltVariant(
        "base",
        new Jdk(Path.of("/jdk"), jdk, jdk, "v"),
        ShippedServer.of(""),
        JmhSuite.NONE,
        List.of(),
        null,
        new Revision("c", false),
        "10.1.46",
        Map.of(),
        "s");
  }

  private MavenVersions maven(String script) throws Exception {
    Files.writeString(folder.resolve("mvnw"), script);
    return MavenVersions.of(folder, "sh ./mvnw", children, folder.resolve("log")).orElseThrow();
  }
}
