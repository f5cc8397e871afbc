package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TomcatVersionTest {
  @TempDir Path app;

  /** As where one release was unpacked over another. */
  @Test
  void version_twoTomcats_isRefused() throws Exception {
    Jars.write(
        app.resolve("tomcat-embed-core-11.0.24.jar"),
        Map.of(),
        Map.of("Implementation-Version", "11.0.24"));
    assertThat(JarContent.tomcatVersion(app)).isEqualTo("11.0.24");

    Jars.write(app.resolve("tomcat-embed-core-11.0.25.jar"), Map.of(), Map.of());
    assertThatThrownBy(() -> JarContent.tomcatVersion(app))
        .isInstanceOf(VariantException.class)
        .hasMessageStartingWith(
            app
                + " must hold one tomcat-embed-core jar, was"
                + " [tomcat-embed-core-11.0.24.jar, tomcat-embed-core-11.0.25.jar];");
  }
}
