package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import loomwatch.harness.job.Machine.MeasuringLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script at the root, as far as it can be tried without building again. */
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
        LaunchableCheckout.at(
                checkout, "echo noise; echo \"[ERROR] called with $*\"; exit 1", "doctor")
            .start();
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

  /** As by Ctrl-C, of which Maven's JVM makes an exit code. */
  @Test
  void launcher_buildThatIsToldToStop_exits130AndBlamesNothing() throws Exception {
    Process process = LaunchableCheckout.at(directory, "exit 130", "doctor").start();

    assertThat(process.errorReader().lines())
        .singleElement()
        .asString()
        .startsWith("loomwatch: building with ");
    assertThat(process.waitFor()).isEqualTo(130);
  }

  /** As with another Tomcat, for an image of the server. */
  @Test
  void launcher_somebodyElseBuiltMeanwhile_buildsAgain() throws Exception {
    String maven = "echo built >> builds; mkdir -p server/target/app; touch server/target/app/1";
    ProcessBuilder launcher = LaunchableCheckout.at(directory, maven, "doctor");
    launcher.start().waitFor();
    launcher.start().waitFor();
    assertThat(directory.resolve("builds")).content().isEqualTo("built\n");

    Files.createFile(directory.resolve("server/target/app/2"));
    launcher.start().waitFor();

    assertThat(directory.resolve("builds")).content().isEqualTo("built\nbuilt\n");
  }

  @Test
  void launcher_measuredFromItsBuild_exits64AndBuildsNothing() throws Exception {
    Path checkout = directory.toRealPath();
    ProcessBuilder launcher = LaunchableCheckout.at(checkout, "echo built > builds", "doctor");
    Process measuring =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Dloomwatch.root=" + checkout,
                "-cp",
                System.getProperty("java.class.path"),
                Measuring.class.getName(),
                checkout.resolve("loomwatch-measuring.lock").toString())
            .start();
    try {
      assertThat(measuring.inputReader().readLine()).isEqualTo("measuring");

      Process process = launcher.start();

      assertThat(process.errorReader().lines())
          .containsExactly(
              "loomwatch: something is measured from this checkout's build, which building again"
                  + " would take away; wait for it to end, or use another clone");
      assertThat(process.waitFor()).isEqualTo(64);
      assertThat(checkout.resolve("builds")).doesNotExist();
    } finally {
      measuring.destroyForcibly();
    }
  }

  @Test
  void launcher_noLinux_exits64BeforeItBuilds() throws Exception {
    ProcessBuilder launcher = LaunchableCheckout.at(directory, "exit 0", "doctor");
    Path uname = Files.writeString(directory.resolve("bin/uname"), "#!/bin/sh\necho Darwin\n");
    Files.setPosixFilePermissions(uname, PosixFilePermissions.fromString("rwxr-xr-x"));

    Process process = launcher.start();

    assertThat(process.errorReader().lines())
        .containsExactly(
            "loomwatch: the system must be Linux, was Darwin; use a machine, real or virtual, that"
                + " runs it");
    assertThat(process.waitFor()).isEqualTo(64);
  }

  /** Tests build with the default Tomcat, so that what is there is no longer what was asked for. */
  @Test
  void launcher_testAfterABuild_beginsWithoutItsStamp() throws Exception {
    String maven = "case $* in *test.skip*) exit 0 ;; esac\n[ ! -e target/built ]";
    LaunchableCheckout.at(directory, maven, "doctor").start().waitFor();
    assertThat(directory.resolve("target/built")).exists();

    ProcessBuilder test = LaunchableCheckout.at(directory, maven, "test", "results");

    assertThat(test.start().waitFor()).isZero();
  }

  /** Beside the tests, and they are the ones that are waited for last. */
  @Test
  void launcher_analysisThatFails_exits70WithWhatItFound() throws Exception {
    String maven =
        "case $* in *-Panalysis*) echo \"[ERROR] A.java:[1,1] [NullAway] null\"; exit 1 ;; esac";
    ProcessBuilder builder = LaunchableCheckout.at(directory, maven, "test");
    Path browser = Files.writeString(directory.resolve("bin/chromium"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwxr-xr-x"));

    Process process = builder.start();

    assertThat(process.errorReader().lines())
        .contains("[ERROR] A.java:[1,1] [NullAway] null")
        .last()
        .asString()
        .startsWith("loomwatch: it failed with code 1");
    assertThat(process.waitFor()).isEqualTo(70);
  }

  /** Who had no Docker learns what was not tested, and what passed only at its second try. */
  @Test
  void launcher_testsSkippedAndTriedAgain_areNamedInTheLastLines() throws Exception {
    String maven =
        """
        mkdir -p server/target/surefire-reports
        cat > server/target/surefire-reports/TEST-A.xml <<'X'
        <testsuite name="loomwatch.server.ATest" time="0.1">
          <testcase name="a" classname="loomwatch.server.ATest" time="0.1">
            <skipped message="these tests need &quot;docker&quot;&#10;more"/>
          </testcase>
          <testcase name="b" classname="loomwatch.server.ATest" time="0.1">
            <flakyFailure message="late" type="AssertionError"/>
          </testcase>
          <testcase name="c" classname="loomwatch.server.ATest" time="0.1"/>
        </testsuite>
        X
        """;
    Process process = LaunchableCheckout.at(directory, maven, "test", "server").start();

    assertThat(process.errorReader().lines())
        .endsWith(
            "loomwatch: needed a second try:",
            "  loomwatch.server.ATest.b: late",
            "loomwatch: skipped:",
            "  loomwatch.server.ATest.a: these tests need \"docker\"");
    assertThat(process.waitFor()).isZero();

    ProcessBuilder all = LaunchableCheckout.at(directory, maven, "test", "--require-all", "server");
    assertThat(all.start().waitFor()).isEqualTo(70);
  }

  @Test
  void test_toldToStop_leavesNoProgramOfItsTests() throws Exception {
    Path pid = directory.resolve("pid");
    String maven =
        "case \"$*\" in *package*) exit 0 ;; esac; sleep 600 & echo $! > %1$s.new; mv %1$s.new %1$s; wait"
            .formatted(pid);
    Process process = LaunchableCheckout.at(directory, maven, "test", "server").start();
    Loomwatch.await("a test runs", () -> Files.exists(pid));
    long program = Long.parseLong(Files.readString(pid).strip());

    Loomwatch.signal("TERM", process.pid());

    assertThat(process.waitFor()).isEqualTo(143);
    Loomwatch.await("the program has ended", () -> !Loomwatch.alive(program));
  }

  /** As a JDK of the same line is put beside the other while a bump is compared. */
  @Test
  void launcher_twoJdksOfOneLine_buildsWithTheNewer() throws Exception {
    ProcessBuilder builder =
        LaunchableCheckout.at(
            directory, "echo \"[ERROR] $JAVA_HOME, not $LOOMWATCH_JAVA_HOME\"; exit 1", "doctor");
    Map<String, String> jdks = Map.of("a", "99.0.9", "b", "99.0.10", "c", "99.0.2");
    for (Map.Entry<String, String> jdk : jdks.entrySet()) {
      Path home = Files.createDirectories(directory.resolve(".jdks").resolve(jdk.getKey()));
      Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + jdk.getValue() + "\"\n");
      Path javac = Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("javac"));
      Files.setPosixFilePermissions(javac, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    builder.environment().remove("LOOMWATCH_JDK");
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("JAVA_HOME", "/the/users/own");

    Process process = builder.start();

    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(70);
    assertThat(err).contains("[ERROR] " + directory + "/.jdks/b, not /the/users/own\n");
  }

  @Test
  void launcher_testOfUnknownModule_exits64() throws Exception {
    Process process =
        new ProcessBuilder(Loomwatch.ROOT.resolve("loomwatch").toString(), "test", "sever").start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(64);
    assertThat(err)
        .isEqualTo(
            "loomwatch: test takes modules (server, results, loadgen, jmh, judge, trend, reporting,"
                + " measure, harness, benchmarks, container, workflows), analysis, fuzz, --all or"
                + " --require-all, was 'sever'\n");
  }

  /** What is started sorts, counts and names files as everywhere, whatever the user's locale. */
  @Test
  void launcher_anyLocale_buildsInOne() throws Exception {
    ProcessBuilder builder =
        LaunchableCheckout.at(directory, "echo \"[ERROR] $LC_ALL\"; exit 1", "doctor");
    builder.environment().put("LC_ALL", "fa_IR.UTF-8");

    Process process = builder.start();

    assertThat(process.errorReader().lines()).contains("[ERROR] C.UTF-8");
  }

  @Test
  void launcher_colonInItsPath_exits64() throws Exception {
    Path checkout = Files.createDirectories(directory.toRealPath().resolve("a:b"));
    Process process = LaunchableCheckout.at(checkout, "exit 0", "doctor").start();

    assertThat(process.errorReader().lines())
        .containsExactly(
            "loomwatch: the checkout's path must hold no colon, where Java would end it, was "
                + checkout
                + "; move it");
    assertThat(process.waitFor()).isEqualTo(64);
  }

  /** As when it is not ours to write to. */
  @Test
  void launcher_targetThatCannotBeWritten_exits70() throws Exception {
    Files.createFile(directory.resolve("target"));
    Process process = LaunchableCheckout.at(directory, "exit 0", "doctor").start();

    assertThat(process.errorReader().lines())
        .last()
        .isEqualTo(
            "loomwatch: it failed with code 1, which the lines above may explain; there is no"
                + " verdict");
    assertThat(process.waitFor()).isEqualTo(70);
  }

  @Test
  void launcher_testsThatFail_exits70() throws Exception {
    String maven = "case $* in *package*) exit 0 ;; esac; echo '[ERROR] ATest failed'; exit 1";
    Process process = LaunchableCheckout.at(directory, maven, "test", "results").start();

    assertThat(process.inputReader().lines()).contains("[ERROR] ATest failed");
    assertThat(process.errorReader().lines())
        .last()
        .isEqualTo(
            "loomwatch: it failed with code 1, which the lines above may explain; there is no"
                + " verdict");
    assertThat(process.waitFor()).isEqualTo(70);
  }

  /** So many that sort would write on when only its first lines are read. */
  @Test
  void launcher_testsOfThousandsOfClasses_exits0WithTheLongestTwenty() throws Exception {
    Path reports = Files.createDirectories(directory.resolve("server/target/surefire-reports"));
    for (int i = 1; i <= 3_000; i++) {
      Files.writeString(
          reports.resolve("TEST-" + i + ".xml"),
          "<testsuite name=\"loomwatch.server.Test%1$d\" time=\"%1$d.5\">\n".formatted(i));
    }
    String maven =
        "case $* in *package*) touch -t 210001010000 server/target/surefire-reports/* ;; esac";
    Process process = LaunchableCheckout.at(directory, maven, "test", "results").start();

    assertThat(process.errorReader().lines())
        .hasSize(24)
        .contains("  3000.5  server     loomwatch.server.Test3000")
        .last()
        .isEqualTo("4503000.0  server     3000 classes");
    assertThat(process.waitFor()).isZero();
  }

  /** Holds the lock until its input ends. */
  static final class Measuring {
    private Measuring() {}

    public static void main(String[] args) throws IOException {
      try (MeasuringLock unused = MeasuringLock.take(Path.of(args[0]))) {
        System.out.println("measuring");
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }
}
