package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarContentTest {
  @TempDir Path directory;

  @Test
  void ofServer_otherManifestNameAndMavenDescriptor_isTheSame() throws IOException {
    write("a/one.jar", Map.of("X.class", "x"), Map.of("Built-By", "me"));
    write(
        "b/two.jar",
        Map.of("X.class", "x", "META-INF/maven/g/a/pom.properties", "#today"),
        Map.of("Built-By", "you"));

    assertThat(JarContent.ofServer(directory.resolve("a")))
        .isEqualTo(JarContent.ofServer(directory.resolve("b")));
  }

  @Test
  void ofServer_otherBytesOrOtherName_isAnother() throws IOException {
    write("a/app.jar", Map.of("X.class", "x"), Map.of());
    write("b/app.jar", Map.of("X.class", "y"), Map.of());
    write("c/app.jar", Map.of("Y.class", "x"), Map.of());

    assertThat(
            java.util.stream.Stream.of("a", "b", "c")
                .map(name -> contentOfServer(directory.resolve(name))))
        .doesNotHaveDuplicates();
  }

  @Test
  void ofSuite_changedServerItDoesNotUse_isTheSame() throws IOException {
    suite("a", "java/lang/Thread", "x", "11");
    suite("b", "java/lang/Thread", "y", "11");

    assertThat(JarContent.ofSuite(directory.resolve("a")))
        .isEqualTo(JarContent.ofSuite(directory.resolve("b")));
  }

  @Test
  void ofSuite_changedServerItUses_isAnother() throws IOException {
    suite("a", "loomwatch/server/Main", "x", "11");
    suite("b", "loomwatch/server/Main", "y", "11");

    assertThat(JarContent.ofSuite(directory.resolve("a")))
        .isNotEqualTo(JarContent.ofSuite(directory.resolve("b")));
  }

  /** The suite measures Tomcat's executors. */
  @Test
  void ofSuite_otherTomcat_isAnother() throws IOException {
    suite("a", "java/lang/Thread", "x", "11");
    suite("b", "java/lang/Thread", "x", "10");

    assertThat(JarContent.ofSuite(directory.resolve("a")))
        .isNotEqualTo(JarContent.ofSuite(directory.resolve("b")));
  }

  private void suite(String name, String uses, String server, String tomcat) throws IOException {
    write(name + "/jmh.jar", Map.of("loomwatch/jmh/HandOff.class", uses), Map.of());
    write(name + "/server.jar", Map.of("loomwatch/server/Main.class", server), Map.of());
    write(name + "/tomcat.jar", Map.of("org/apache/tomcat/X.class", tomcat), Map.of());
  }

  private void write(String file, Map<String, String> entries, Map<String, String> attributes)
      throws IOException {
    Jars.write(directory.resolve(file), entries, attributes);
  }

  private static String contentOfServer(Path app) {
    try {
      return JarContent.ofServer(app);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
