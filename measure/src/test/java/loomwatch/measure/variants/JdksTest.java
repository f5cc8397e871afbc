package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import loomwatch.measure.variants.Jdk.Jdks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdksTest {
  @TempDir Path temporary;
  private Path directory;
  private Path user;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void install() throws IOException {
    directory = temporary.toRealPath();
    user = directory.resolve("home/me");
    install("own", "25.0.3", "25.0.3+9-LTS");
  }

  @ParameterizedTest
  @CsvSource({
    "25, usr/lib/jvm/b",
    "25.0, usr/lib/jvm/b",
    "25.0.1, opt/java/c",
    "25.0.1+8, opt/java/c",
    "21, home/me/.jdks/e",
    "21.0.8, home/me/.jdks/f",
    "21.0.8+9, opt/jdk-21",
    "21.0.8.2, home/me/.jdks/f",
    "26, home/me/.sdkman/candidates/java/d",
    "27, home/me/.jdks/i",
    "27-ea, usr/lib/jvm/g"
  })
  void find_version_isTheNewestThatBeginsSo(String asked, String home) throws IOException {
    install("usr/lib/jvm/a", "17.0.1", "17.0.1+1");
    install("usr/lib/jvm/b", "25.0.10", "25.0.10+1-LTS");
    install("opt/java/c", "25.0.1", "25.0.1+8");
    install("opt/jdk-21", "21.0.8", "21.0.8+9-LTS");
    install("home/me/.sdkman/candidates/java/d", "26-ea", "26-ea+7");
    install("home/me/.jdks/e", "21.0.10", "21.0.10+1");
    install("home/me/.jdks/f", "21.0.8.2", "21.0.8.2+1");
    install("usr/lib/jvm/g", "27-ea", "27-ea+36");
    install("home/me/.jdks/h", "27", "27+34");
    install("home/me/.jdks/i", "27", "27+35");

    assertThat(jdks().find(asked).home()).isEqualTo(directory.resolve(home));
  }

  @Test
  void newer_ofEachLineTheNewest_isFinished() throws IOException {
    Jdk now = Jdk.of(install("usr/lib/jvm/a", "21.0.8", "21.0.8+9"));
    install("usr/lib/jvm/b", "21.0.10", "21.0.10+1");
    install("usr/lib/jvm/c", "21.0.9", "21.0.9+1");
    install("usr/lib/jvm/d", "26-ea", "26-ea+7");
    install("usr/lib/jvm/e", "17.0.19", "17.0.19+1");

    assertThat(NewerVersions.jdks(now, jdks()))
        .extracting(NewerVersions.Newer::toString)
        .containsExactly("jdk 21.0.8 → 21.0.10", "jdk 21.0.8 → 25.0.3");
  }

  @Test
  void builder_newerRuntimeWithoutACompiler_isLeftOutWhereThereIsOne() throws IOException {
    Path runtime = install("usr/lib/jvm/a", "21.0.10", "21.0.10+1");
    Path jdk = install("usr/lib/jvm/b", "21.0.8", "21.0.8+9");
    assertThat(jdks().builder("21").home()).isEqualTo(runtime);

    Files.copy(
        jdk.resolve("bin/java"), jdk.resolve("bin/javac"), StandardCopyOption.COPY_ATTRIBUTES);

    assertThat(jdks().builder("21").home()).isEqualTo(jdk);
    assertThat(jdks().find("21").home()).isEqualTo(runtime);
  }

  @Test
  void find_versionInTheEnvironment_isSeenToo() throws IOException {
    environment.put("LOOMWATCH_JAVA_HOME", install("elsewhere", "22.0.1", "22.0.1+8").toString());

    assertThat(jdks().find("22"))
        .isEqualTo(
            new Jdk(directory.resolve("elsewhere"), "22.0.1", "22.0.1+8", "Vendor-22.0.1+8"));
  }

  @Test
  void find_nothingAsked_isTheOneThatRunsLoomwatch() throws IOException {
    assertThat(jdks().find(null).home()).isEqualTo(directory.resolve("own"));
  }

  @Test
  void find_home_isThatOneWithoutItsLinks() throws IOException {
    Path home = install("runtime", "21.0.8", "21.0.8+9");
    Files.createDirectories(user);
    Path link = Files.createSymbolicLink(user.resolve("link"), home);

    assertThat(jdks().find(link.toString()).home()).isEqualTo(home);
    assertThat(jdks().find("~/link").home()).isEqualTo(home);
  }

  @Test
  void find_runtimeWithTrimmedReleaseFile_isAsked() throws IOException {
    Path home = install("runtime", "21.0.8", "21.0.8+9");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"21.0.8\"\n");
    Files.writeString(
        home.resolve("bin/java"),
        """
        #!/bin/sh
        echo "    java.version = 21.0.8"
        echo "    java.runtime.version = 21.0.8+9-LTS"
        echo "    java.vendor = Somebody"
        """);

    assertThat(jdks().find(home.toString()))
        .isEqualTo(new Jdk(home, "21.0.8", "21.0.8+9-LTS", "Somebody"));
  }

  @Test
  void find_homeThatTellsNothing_isRefused() throws IOException {
    Path home = install("runtime", "21.0.8", "21.0.8+9");
    Files.delete(home.resolve("release"));

    assertThatThrownBy(() -> jdks().find(home.toString()))
        .hasMessage("jdk must be 17 or later, was unknown at " + home);
  }

  @Test
  void find_missingVersion_listsWhatThereIsAndWhereItLooked() throws IOException {
    install("usr/lib/jvm/a", "17.0.1", "17.0.1+1");

    assertThatThrownBy(() -> jdks().find("21"))
        .isInstanceOf(VariantException.class)
        .hasMessage(
            """
            jdk must be found on this machine, was not: no 21; found are
                25.0.3 at %1$s/own
                17.0.1 at %1$s/usr/lib/jvm/a
              looked at LOOMWATCH_JDK, JAVA_HOME, /usr/lib/jvm/*, /opt/java/*, /opt/jdk*,\
             ~/.sdkman/candidates/java/*, ~/.jdks/*
              is it elsewhere? name its home: jdk=/path/to/it (a runtime without javac will do)\
            """
                .formatted(directory));
  }

  @Test
  void find_prefixOfANumber_isNoMatch() {
    assertThatThrownBy(() -> jdks().find("2")).hasMessageContaining("no 2; found are");
  }

  @Test
  void find_tooOld_isRefused() throws IOException {
    Path old = install("usr/lib/jvm/a", "16.0.1", "16.0.1+1");
    Path older = install("older", "1.8.0_302", "1.8.0_302-b08");

    assertThatThrownBy(() -> jdks().find("16"))
        .hasMessage("jdk must be 17 or later, was 16.0.1 at " + old);
    assertThatThrownBy(() -> jdks().find(older.toString()))
        .hasMessage("jdk must be 17 or later, was 1.8.0_302 at " + older);
  }

  @Test
  void find_neitherVersionNorHome_isRefused() {
    assertThatThrownBy(() -> jdks().find("temurin"))
        .hasMessage(
            "jdk must be a version such as 25 or 21.0.8, or a home with bin/java, was \"temurin\"");
  }

  private Jdks jdks() {
    return new Jdks(environment, directory, user, directory.resolve("own"));
  }

  private Path install(String place, String version, String runtimeVersion) throws IOException {
    Path home = directory.resolve(place);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("release"),
        """
        IMPLEMENTOR="Vendor"
        IMPLEMENTOR_VERSION="Vendor-%s"
        JAVA_RUNTIME_VERSION="%s"
        JAVA_VERSION="%s"
        """
            .formatted(runtimeVersion, runtimeVersion, version));
    return home;
  }
}
