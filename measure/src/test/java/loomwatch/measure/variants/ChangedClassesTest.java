package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedClassesTest {
  private static final Set<String> SEEN =
      Set.of("org.apache.Same", "org.apache.Other", "org.apache.Other$Inner", "org.apache.New");
  private static final Map<String, String> OLD =
      Map.of(
          "org/apache/Same.class", "of Java 17",
          "org/apache/Other.class", "of Java, one",
          "org/apache/Other$Inner.class", "of Java, in",
          "org/apache/Unseen.class", "of Java, one");
  private static final Map<String, String> NEW =
      Map.of(
          "org/apache/Same.class", "of Java 17",
          "org/apache/Other.class", "of Java, two",
          "org/apache/Other$Inner.class", "OF JAVA, in",
          "org/apache/Unseen.class", "of Java, two",
          "org/apache/New.class", "of Java, new");

  @TempDir Path directory;

  /** Magic and version say which compiler wrote it, not what. */
  @Test
  void ofTomcat_jarsOnTheClassPath_areTheClassesWithOtherCode() throws Exception {
    assertThat(ChangedClasses.ofTomcat(classPath("a", OLD), classPath("b", NEW), SEEN))
        .contains(Set.of("org.apache.Other", "org.apache.New"));
  }

  @Test
  void ofTomcat_jarsWithinTheJarThatIsStarted_areLookedInto() throws Exception {
    assertThat(ChangedClasses.ofTomcat(boot("a", OLD), boot("b", NEW), SEEN))
        .contains(Set.of("org.apache.Other", "org.apache.New"));
  }

  @Test
  void ofTomcat_jarNamedByAPattern_isTheOneThatWasBuilt() throws Exception {
    assertThat(ChangedClasses.ofTomcat(built("a", OLD), built("b", NEW), SEEN))
        .contains(Set.of("org.apache.Other", "org.apache.New"));
  }

  @Test
  void ofTomcat_itselfAgain_areNone() throws Exception {
    assertThat(ChangedClasses.ofTomcat(classPath("a", OLD), boot("b", OLD), SEEN))
        .contains(Set.of());
  }

  @Test
  void ofTomcat_noJarThere_isUnknown() throws Exception {
    Files.writeString(directory.resolve("tomcat-1.jar"), "no jar");

    assertThat(
            ChangedClasses.ofTomcat(
                ShippedServer.of(directory.resolve("tomcat-1.jar") + ":gone.jar:lib/*"),
                classPath("b", NEW),
                SEEN))
        .isEmpty();
  }

  @Test
  void ofJdk_itself_areNoneOfThoseItHas() throws Exception {
    Jdk jdk = Jdk.of(Path.of(System.getProperty("java.home")));

    assertThat(ChangedClasses.ofJdk(jdk, jdk, Set.of("java.util.HashMap$Node", "shop.Shop", "Top")))
        .contains(Set.of());
    assertThat(ChangedClasses.ofJdk(jdk, jdk, Set.of("shop.Shop"))).isEmpty();
  }

  @Test
  void ofJdk_noModules_isUnknown() throws Exception {
    Jdk jdk = Jdk.of(Path.of(System.getProperty("java.home")));
    Jdk none = new Jdk(directory, "1", "1", "nobody");

    assertThat(ChangedClasses.ofJdk(none, jdk, Set.of("java.util.HashMap"))).isEmpty();
  }

  private ServiceSpec classPath(String folder, Map<String, String> classes) throws IOException {
    Path jar = directory.resolve(folder).resolve("tomcat-embed-core-1.jar");
    Jars.write(jar, classes, Map.of());
    return ShippedServer.of("gone.jar:" + directory.resolve(folder) + "/*");
  }

  private ServiceSpec built(String folder, Map<String, String> classes) throws IOException {
    String jar = boot(folder, classes).start().words().getLast();
    return ShippedServer.of("gone.jar")
        .plus(List.of("-jar", "target/shop-*.jar"))
        .given(Map.of("target/shop-*.jar", jar));
  }

  private ServiceSpec boot(String folder, Map<String, String> classes) throws IOException {
    Path jar = directory.resolve(folder).resolve("tomcat-embed-core-1.jar");
    Jars.write(jar, classes, Map.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      zip.putNextEntry(new ZipEntry("BOOT-INF/lib/tomcat-embed-core-1.jar"));
      zip.write(Files.readAllBytes(jar));
      zip.putNextEntry(new ZipEntry("BOOT-INF/lib/other-1.jar"));
      zip.write("no jar".getBytes(StandardCharsets.UTF_8));
    }
    Path started = directory.resolve(folder).resolve("shop.jar");
    Files.write(started, bytes.toByteArray());
    return ShippedServer.of("gone.jar").plus(List.of("-jar", started.toString()));
  }
}
