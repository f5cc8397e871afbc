package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.results.Scenario.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the files of a folder tell of its service. */
class ProjectTest {
  private static final String SETTINGS = "src/main/resources/application.properties";

  @TempDir Path folder;

  @Test
  void find_frameworkOfMaven_isToldItsPort() throws Exception {
    assertThat(start("<project>org.springframework.boot</project>"))
        .isEqualTo("java -jar a.jar --server.port={port}");
    assertThat(start("<project>io.micronaut</project>"))
        .isEqualTo("java -jar a.jar -micronaut.server.port={port}");
    assertThat(start("<project>io.quarkus quarkus-spring-boot-properties</project>"))
        .isEqualTo("java -Dquarkus.http.port={port} -jar a.jar");
    assertThat(start("<project>io.helidon</project>"))
        .isEqualTo("java -Dserver.port={port} -jar a.jar");
    assertThat(start("<project>io.javalin</project>")).isEqualTo("java -jar a.jar --port={port}");
  }

  @Test
  void find_dropwizard_isStartedWithItsConfiguration() throws Exception {
    write("compose.yaml", "services: {}\n");
    write("shop.yml", "server:\n  rootPath: /api\n");

    assertThat(start("<project>io.dropwizard</project>"))
        .isEqualTo(
            "java -Ddw.server.applicationConnectors[0].port={port}"
                + " -Ddw.server.adminConnectors[0].port=0 -jar a.jar server shop.yml");
    write("shop.yml", "server:\n  type: simple\n");
    assertThat(start("<project>io.dropwizard</project>"))
        .isEqualTo("java -Ddw.server.connector.port={port} -jar a.jar server shop.yml");
    assertThat(found("<project>spring-boot io.dropwizard.metrics</project>").framework())
        .isEqualTo(Framework.SPRING_BOOT);
  }

  @Test
  void connection_keyStoreOfSpringBoot_isOverTlsUnlessSwitchedOff() throws Exception {
    String boot = "<project>org.springframework.boot</project>";
    write(SETTINGS, "server.ssl.key-store=classpath:shop.p12\n");
    assertThat(found(boot).connection().protocol()).isEqualTo(Protocol.HTTPS);
    write(SETTINGS, "server.ssl.key-store=classpath:shop.p12\nserver.ssl.enabled=false\n");
    assertThat(found(boot).connection()).isEqualTo(ConnectionSpec.PLAIN);
  }

  @Test
  void find_programWhoseSourcesReadItsPort_isToldItThere() throws Exception {
    write(
        "src/main/java/A.java", "// getenv(\"OLD_PORT\")\n int port = Integer.parseInt(args[0]);");
    assertThat(start("<project/>")).isEqualTo("java -jar a.jar {port}");
    write("src/main/java/A.java", "Integer.getInteger(\"shop.port\", 80)");
    assertThat(start("<project/>")).isEqualTo("java -Dshop.port={port} -jar a.jar");
    write("src/main/java/A.java", "System.getenv().getOrDefault(\"PORT\", \"80\")");
    assertThat(found("<project/>").options().environment()).isEqualTo(Map.of("PORT", "{port}"));
  }

  @Test
  void find_wordInAComment_revealsNothing() throws Exception {
    Project war =
        found("<project><packaging>war</packaging><!-- github.com/spring-boot --></project>");
    assertThat(war.framework()).isEqualTo(Framework.WAR);
    assertThat(war.shown()).isEqualTo("a web application, built by Maven");
    Files.delete(folder.resolve("pom.xml"));
    write("build.gradle", "plugins { id 'java' } // org.springframework.boot\n/* io.quarkus */\n");
    assertThat(found().framework()).isEqualTo(Framework.PROGRAM);
  }

  @Test
  void find_packagingWar_isAProgramOnlyWithSpringBootsPlugin() throws Exception {
    String war = "<project><packaging>war</packaging>spring-boot-starter-web %s</project>";

    assertThat(found(war.formatted("")).framework()).isEqualTo(Framework.WAR);
    assertThat(found(war.formatted("spring-boot-maven-plugin")).framework())
        .isEqualTo(Framework.SPRING_BOOT);
  }

  @Test
  void javaEe_ofAWarWithJavaxServlet_isTrue() throws Exception {
    String pom = "<project><packaging>war</packaging>%s</project>";

    assertThat(found(pom.formatted("javax.servlet-api")).javaEe()).isTrue();
    assertThat(found(pom.formatted("jakarta.servlet-api")).javaEe()).isFalse();
    write("src/main/java/A.java", "import javax.servlet.http.HttpServlet;");
    assertThat(found(pom.formatted("")).javaEe()).isTrue();
    assertThat(found("<project>javax.servlet</project>").javaEe()).isFalse();
  }

  @Test
  void find_moduleThatItsParentLists_isBuiltFromThere() throws Exception {
    write("pom.xml", "<project><modules><module>services</module></modules></project>");
    write("mvnw", "");
    write("services/pom.xml", "<project><modules><module>web</module></modules></project>");
    write("services/web/pom.xml", "<project/>");
    write("services/other/pom.xml", "<project/>");

    assertThat(in("services/web").build())
        .isEqualTo("../../mvnw -q -DskipTests -f ../../pom.xml -pl services/web -am clean package");
    assertThat(in("services/other").build()).isEqualTo("../../mvnw -q -DskipTests clean package");
  }

  @Test
  void find_gradleSubproject_isBuiltInItsFolder() throws Exception {
    write("gradlew", "");
    write("settings.gradle", "include 'web'");
    write("web/build.gradle", "plugins { id 'org.springframework.boot' }");

    assertThat(in("web").build()).isEqualTo("../gradlew -q clean bootJar");
  }

  @ParameterizedTest
  @CsvSource({
    "id 'org.springframework.boot'; id 'application', bootJar, libs",
    "id 'org.springframework.boot'; id 'war', assemble, libs",
    "alias(libs.plugins.spring.boot), assemble, libs",
    "id 'io.quarkus'; id 'application', quarkusBuild, quarkus-app",
    "id 'application', installDist, install",
    "id 'java', assemble, libs"
  })
  void find_pluginsOfGradle_decideTheTaskAndWhereItsOutputIs(
      String plugins, String task, String output) throws Exception {
    write("build.gradle", "plugins { %s }\nmainClass = 'Shop'\n".formatted(plugins));

    assertThat(found().build()).isEqualTo("gradle -q clean " + task);
    assertThat(found().output()).isEqualTo(folder.resolve("build").resolve(output));
  }

  @Test
  void paths_ofSpringBoot_haveThoseOfItsSettings() throws Exception {
    write(
        SETTINGS,
        """
        server.servlet.contextPath=/shop/
        spring.mvc.servlet.path=/api
        management.endpoints.web.base-path=/manage
        management.server.port=9001
        """);
    Project found = found("<project>spring-boot actuator</project>");

    assertThat(found.contextPath()).isEqualTo("/shop/api");
    assertThat(found.health()).containsExactly("/shop/api/manage/health");
    assertThat(found.options().arguments())
        .as("a port of its own would be the same for all servers that are up at once")
        .containsExactly("--server.port={port}", "--management.server.port=");
  }

  @Test
  void paths_ofOtherFrameworks_haveThoseOfTheirSettings() throws Exception {
    write(SETTINGS, "quarkus.http.root-path=/q1\nmicronaut.server.context-path=m1\n");

    assertThat(found("<project>io.quarkus smallrye-health</project>").health())
        .containsExactly("/q1/q/health/ready");
    assertThat(found("<project>io.micronaut micronaut-management</project>").health())
        .containsExactly("/m1/health");
  }

  @Test
  void ofSpringBoot_programOfUnknownKind_isStartedAsOneWithBothModes() throws Exception {
    write(SETTINGS, "server.servlet.context-path=/shop");
    Project program = found("<project/>");

    Project spring = program.ofSpringBoot("3.10.0");

    assertThat(spring.options().arguments()).containsExactly("--server.port={port}");
    assertThat(spring.contextPath()).isEqualTo("/shop");
    assertThat(spring.virtual()).isEqualTo(Framework.VirtualThreads.SPRING);
    assertThat(program.ofSpringBoot("4.0.0-M1").virtual())
        .isEqualTo(Framework.VirtualThreads.SPRING);
  }

  @Test
  void ofSpringBoot_before32_hasOneMode() throws Exception {
    for (String version : List.of("2.7.18", "3.1.12")) {
      assertThat(found("<project/>").ofSpringBoot(version).virtual())
          .isEqualTo(Framework.VirtualThreads.UNKNOWN);
    }
  }

  @Test
  void java_isThatOfTheDevelopersMachinesBeforeThatOfTheBuild() throws Exception {
    assertThat(java("<project><release>21</release></project>")).isEqualTo("21");
    assertThat(java("<project><java.version>1.8</java.version></project>")).isEqualTo("1");
    write(".tool-versions", "maven 3.9\njava temurin-24.0.1+9\n");
    assertThat(java("<project/>")).isEqualTo("24");
    write(".java-version", "corretto64-23.0\n");
    assertThat(java("<project/>")).isEqualTo("23");
    write(".sdkmanrc", "# java=8\njava=22.0.2-tem\n");
    assertThat(java("<project><release>21</release></project>")).isEqualTo("22");
  }

  @Test
  void java_ofGradle_isThatOfItsToolchain() throws Exception {
    write(
        "build.gradle.kts", "java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }");

    assertThat(found().sources().java()).contains("21");
  }

  private String java(String pom) throws Exception {
    return found(pom).sources().java().orElseThrow();
  }

  private String start(String pom) throws Exception {
    return String.join(" ", found(pom).options().start(List.of("-jar", "a.jar")));
  }

  private Project found(String pom) throws Exception {
    write("pom.xml", pom);
    return found();
  }

  private Project found() throws Exception {
    return in("");
  }

  private Project in(String where) throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    return new Project.Search(folder.resolve(where)).find().orElseThrow();
  }

  private void write(String file, String text) throws Exception {
    Path at = folder.resolve(file);
    Files.createDirectories(at.getParent());
    Files.writeString(at, text);
  }
}
