package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script at the root, as far as it can be tried without building anew. */
class LauncherTest {
  @TempDir Path directory;

  @Test
  void launcher_jdkTooOld_exits64NamingWhatItFound() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path javac = Files.writeString(bin.resolve("javac"), "#!/bin/sh\necho javac 17.0.12\n");
    Files.setPosixFilePermissions(javac, PosixFilePermissions.fromString("rwxr-xr-x"));

    ProcessBuilder launcher =
        new ProcessBuilder(Loomwatch.ROOT.resolve("loomwatch").toString(), "doctor");
    launcher.environment().put("LOOMWATCH_JDK", directory.toString());
    Process process = launcher.start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err)
        .isEqualTo(
            "loomwatch: LOOMWATCH_JDK="
                + directory
                + " must be the home of a JDK >= 21 with javac, was JDK 17.0.12\n");
  }

  /** With a script in Maven's place; RealBuildTest builds with that Tomcat in earnest. */
  @Test
  void launcher_otherTomcat_isGivenToTheBuildAndAFailureIsShownWithItsLog() throws Exception {
    Path checkout = directory.toRealPath();
    Process process =
        checkout(checkout, "echo noise; echo \"[ERROR] called with $*\"; exit 1", "doctor").start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(70);
    assertThat(err)
        .isEqualTo(
            """
            loomwatch: building with %s (the first time downloads dependencies; log: target/build.log)
            [ERROR] called with -B -ntp package -Dmaven.test.skip=true -Dtomcat.version=10.1.59
            loomwatch: the build failed; the whole log is %s/target/build.log
            """
                .formatted(System.getProperty("java.home"), checkout));
  }

  /** Whatever was built before: tests build with the default Tomcat, and with static analysis. */
  @Test
  void launcher_testAfterABuild_beginsWithoutItsStampAndItsClasses() throws Exception {
    String maven =
        "case $* in *test.skip*) mkdir -p server/target/classes harness/target/app; exit %d ;; esac\n"
            + "[ ! -e target/built ] && [ ! -e server/target/classes ]";
    for (int build : new int[] {0, 1}) {
      Path checkout = Files.createDirectories(directory.resolve("of-" + build));
      checkout(checkout, maven.formatted(build), "doctor").start().waitFor();
      assertThat(checkout.resolve("server/target/classes")).exists();

      ProcessBuilder test = checkout(checkout, maven.formatted(build), "test", "results");

      assertThat(test.start().waitFor()).as("after a build that exits with %d", build).isZero();
    }
  }

  /** As a JDK of the same line is put beside the other while a bump is compared. */
  @Test
  void launcher_twoJdksOfOneLine_buildsWithTheNewer() throws Exception {
    ProcessBuilder builder = checkout(directory, "echo \"[ERROR] $JAVA_HOME\"; exit 1", "doctor");
    Map<String, String> jdks = Map.of("a", "99.0.9", "b", "99.0.10", "c", "99.0.2");
    for (Map.Entry<String, String> jdk : jdks.entrySet()) {
      Path home = Files.createDirectories(directory.resolve(".jdks").resolve(jdk.getKey()));
      Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + jdk.getValue() + "\"\n");
      Path javac = Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("javac"));
      Files.setPosixFilePermissions(javac, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    builder.environment().remove("LOOMWATCH_JDK");
    builder.environment().put("HOME", directory.toString());

    Process process = builder.start();

    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(70);
    assertThat(err).contains("[ERROR] " + directory + "/.jdks/b\n");
  }

  /** The launcher in a checkout of next to nothing, with a script in Maven's place. */
  private static ProcessBuilder checkout(Path checkout, String maven, String... arguments)
      throws IOException {
    Path launcher =
        Files.copy(
            Loomwatch.ROOT.resolve("loomwatch"),
            checkout.resolve("loomwatch"),
            StandardCopyOption.COPY_ATTRIBUTES,
            StandardCopyOption.REPLACE_EXISTING);
    for (String file :
        List.of("pom.xml", ".mvn/maven.config", "server/pom.xml", "server/src/main/A")) {
      Files.createDirectories(checkout.resolve(file).getParent());
      Files.writeString(checkout.resolve(file), "");
    }
    Path bin = Files.createDirectories(checkout.resolve("bin"));
    Path script = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\n" + maven + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));

    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LOOMWATCH_JDK", System.getProperty("java.home"));
    builder.environment().put("LOOMWATCH_TOMCAT", "10.1.59");
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    return builder;
  }

  @Test
  void launcher_testOfUnknownModule_exits64() throws Exception {
    Process process =
        new ProcessBuilder(Loomwatch.ROOT.resolve("loomwatch").toString(), "test", "sever").start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err)
        .isEqualTo(
            "loomwatch: test takes no argument or one module (server, results, loadgen, jmh, gate,"
                + " harness, container, workflows), was 'sever'\n");
  }
}
