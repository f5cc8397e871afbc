package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationSettingsTest {
  private static final String KEY = "server.servlet.context-path";

  @TempDir Path folder;

  @Test
  void get_yaml_isReadAsItsFrameworkDoes() throws Exception {
    write(
        "src/main/resources/application.yml",
        """
        app: {version: @project.version@}
        server:
          servlet:
            contextPath: ${CONTEXT:/shop}
          port: ${PORT}
        """);

    assertThat(settings().get(KEY)).contains("/shop");
    assertThat(settings().path(KEY)).isEqualTo("/shop");
    assertThat(settings().get("server.port")).isEmpty();
  }

  @Test
  void get_fileBesideTheService_overridesTheOneInIt() throws Exception {
    write("src/main/resources/application.properties", KEY + "=/inner");
    write("config/application.yaml", KEY + ": /outer");

    assertThat(settings().get(KEY)).contains("/outer");
  }

  @Test
  void get_profiles_countWhereTheyAreActive() throws Exception {
    write(
        "src/main/resources/application.yml",
        """
        spring.profiles.active: perf
        server.servlet.context-path: /shop
        ---
        spring.config.activate.on-profile: other
        server.servlet.context-path: /other
        """);
    assertThat(settings().get(KEY)).contains("/shop");

    write("src/main/resources/application-perf.properties", KEY + "=/perf");
    write("src/main/resources/application-other.properties", KEY + "=/other");
    assertThat(settings().get(KEY)).contains("/perf");
  }

  @Test
  void get_brokenFile_isIgnored() throws Exception {
    write("src/main/resources/application.yml", "server: [");
    write("src/main/resources/application.properties", KEY + "=\\u00zz");

    assertThat(settings().get(KEY)).isEmpty();
    assertThat(settings().path(KEY)).isEmpty();
  }

  private ApplicationSettings settings() throws Exception {
    return ApplicationSettings.of(folder);
  }

  private void write(String file, String text) throws Exception {
    Path at = folder.resolve(file);
    Files.createDirectories(at.getParent());
    Files.writeString(at, text);
  }
}
