package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.init.BackingServiceSearch.Needed;
import loomwatch.harness.init.requests.FoundRequest;
import loomwatch.harness.init.requests.RequestSearch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the modules of a build tell of a service that is one of them. */
class ModulesTest {
  @TempDir Path folder;

  @BeforeEach
  void begin() throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    for (String module : List.of("web", "core", "store", "other")) {
      write(module + "/src/main/resources/a", "");
    }
  }

  @Test
  void of_moduleOfMaven_hasThoseItDependsOnAndWhatItsParentAdds() throws Exception {
    maven();

    Modules modules = Modules.of(folder.resolve("web"));

    assertThat(modules.root()).isEqualTo(folder);
    assertThat(modules.folders()).containsExactly(at("web"), at("core"), at("store"));
    assertThat(modules.buildFiles())
        .contains("actuator", "<artifactId>postgresql</artifactId>")
        .doesNotContain("micronaut");
  }

  @Test
  void of_projectOfGradle_hasThoseItDependsOnAndWhatItsRootAdds() throws Exception {
    write(
        "settings.gradle.kts",
        "include(\":web\", \":core\")\ninclude(\"store\", \"other\") // a\n");
    write(
        "build.gradle.kts",
        """
        plugins { id("io.micronaut.application") version "4.0.0" apply false }
        subprojects { dependencies { "implementation"("org.springframework.boot:actuator") } }
        """);
    write(
        "web/build.gradle.kts",
        "dependencies {\n  implementation(project(\":core\"))\n  testImplementation(project(\":other\"))\n}");
    write("core/build.gradle.kts", "dependencies { api(projects.store) }");
    write("store/build.gradle.kts", "dependencies { runtimeOnly(libs.postgresql) }");

    Modules modules = Modules.of(folder.resolve("web"));

    assertThat(modules.folders()).containsExactly(at("web"), at("core"), at("store"));
    assertThat(modules.buildFiles())
        .contains("actuator", "libs.postgresql")
        .doesNotContain("micronaut");
  }

  @Test
  void of_folderAlone_isItself() throws Exception {
    assertThat(Modules.of(folder.resolve("web")).folders()).containsExactly(at("web"));
    write("web/pom.xml", "<project/>");
    write("pom.xml", "<project><artifactId>no-parent</artifactId>actuator</project>");
    assertThat(Modules.of(folder.resolve("web")).root()).isEqualTo(at("web"));
    assertThat(Modules.of(folder.resolve("web")).buildFiles()).doesNotContain("actuator");
  }

  /** Its driver and controllers are in other modules, and its health in the parent's pom. */
  @Test
  void find_serviceOfSeveralModules_isThatOfAll() throws Exception {
    maven();
    write("compose.yaml", "services: {db: {image: 'postgres:16'}}");
    write("store/src/test/java/A.java", "new MongoDBContainer(\"mongo:7\")");
    write("core/src/main/java/Items.java", "class Items { @GetMapping(\"/items\") void all() {} }");
    write("other/src/main/java/No.java", "class No { @GetMapping(\"/no\") void all() {} }");

    Project project = new Project.Search(at("web")).find().orElseThrow();

    assertThat(project.framework()).isEqualTo(Framework.SPRING_BOOT);
    assertThat(project.health()).containsExactly("/actuator/health");
    assertThat(new BackingServiceSearch(project).find())
        .extracting(Needed::image)
        .containsExactly("postgres:16", "mongo:7");
    assertThat(RequestSearch.in(project.sources().modules().folders(), ""))
        .extracting(FoundRequest::path)
        .containsExactly("/items");
  }

  @Test
  void programs_rootOfABuild_areItsModulesThatCanBeStarted() throws Exception {
    maven();
    assertThat(Modules.programs(folder)).isEmpty();
    write("web/pom.xml", "<project>spring-boot-maven-plugin</project>");
    write("core/pom.xml", "<project>spring-boot-maven-plugin<skip>true</skip></project>");
    assertThat(Modules.programs(folder)).containsExactly(at("web"));
    assertThat(Modules.programs(at("web"))).isEmpty();
    Files.delete(folder.resolve("pom.xml"));
    write("settings.gradle", "include 'web', 'core'");
    write("web/build.gradle", "plugins {\n  id 'org.springframework.boot'\n}");
    write("core/build.gradle", "plugins {\n  id 'java-library'\n}");
    assertThat(Modules.programs(folder)).containsExactly(at("web"));
  }

  private void maven() throws Exception {
    write(
        "pom.xml",
        """
        <project>
          <artifactId>shop</artifactId>
          <modules>
            <module>web</module><module>core</module><module>store</module><module>other</module>
          </modules>
          <dependencyManagement><artifactId>other</artifactId> micronaut</dependencyManagement>
          spring-boot-starter-actuator
        </project>
        """);
    pom("web", "core");
    pom("core", "store");
    pom("store", "postgresql</artifactId> mongodb-driver <artifactId>a");
    pom("other", "web");
  }

  private void pom(String module, String dependency) throws Exception {
    write(
        module + "/pom.xml",
        """
        <project>
          <parent><artifactId>shop</artifactId></parent>
          <artifactId>%s</artifactId>
          <dependency><artifactId>%s</artifactId></dependency>
        </project>
        """
            .formatted(module, dependency));
  }

  private Path at(String module) {
    return folder.resolve(module);
  }

  private void write(String file, String text) throws Exception {
    Path at = folder.resolve(file);
    Files.createDirectories(at.getParent());
    Files.writeString(at, text);
  }
}
