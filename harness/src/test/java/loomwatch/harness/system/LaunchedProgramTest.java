package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes of the program that the launcher starts, and of the launcher meanwhile. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LaunchedProgramTest {
  @TempDir Path directory;

  @Test
  void launched_verdict_isItsCode() throws Exception {
    Files.copy(EarlierRecord.FIXTURE, directory.resolve("record.json"));
    Path checkout = Files.createDirectory(directory.resolve("checkout"));
    Path thresholds = Loomwatch.ROOT.resolve("thresholds.yaml");
    String[] gate = {"gate", directory.toString(), "--thresholds", thresholds.toString()};

    Process process = LaunchableCheckout.withTheProgram(checkout, gate).start();

    assertThat(process.inputReader().lines()).isNotEmpty();
    assertThat(process.waitFor())
        .isBetween(1, 3)
        .isEqualTo(new Loomwatch(directory).call(gate).exitCode());
  }

  @Test
  void launched_noHome_works() throws Exception {
    ProcessBuilder builder = LaunchableCheckout.withTheProgram(directory, "--version");
    builder.environment().keySet().removeAll(List.of("HOME", "LOOMWATCH_JDK"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));

    assertThat(builder.start().waitFor()).isZero();
  }

  /** Of itself, such a JVM ends with 1 or, as it is told by the last, with 3: as verdicts do. */
  @ParameterizedTest
  @CsvSource({
    "-XX:Bogus, 1",
    "-Xms64g -Xmx32g, 1",
    "-Xmx4m -XX:+ExitOnOutOfMemoryError, 3",
  })
  void launched_jvmThatFails_exits70(String flags, int own) throws Exception {
    ProcessBuilder builder = LaunchableCheckout.withTheProgram(directory, "--help");
    String java = System.getProperty("java.home") + "/bin/java";
    Path jdk =
        FakeJdk.at(
            directory.resolve("jdk"), "99.0.1", "exec %s %s \"$@\"\n".formatted(java, flags));
    Files.createSymbolicLink(jdk.resolve("bin/javac"), Path.of("java"));
    builder.environment().put("LOOMWATCH_JDK", jdk.toString());

    Process process = builder.start();

    assertThat(process.errorReader().lines())
        .last()
        .isEqualTo(
            "loomwatch: it failed with code %d, which the lines above may explain; there is no verdict"
                .formatted(own));
    assertThat(process.waitFor()).isEqualTo(70);
  }

  /** They are a service's, which has them again from the program. */
  @Test
  void launched_optionsOfJvms_areNotItsOwn() throws Exception {
    Map<String, String> options =
        Map.of("JAVA_TOOL_OPTIONS", "-XX:Bogus", "JDK_JAVA_OPTIONS", "-XX:Bogus");
    ProcessBuilder real =
        LaunchableCheckout.withTheProgram(
            Files.createDirectory(directory.resolve("real")), "--version");
    ProcessBuilder script =
        LaunchableCheckout.withAProgram(
            Files.createDirectory(directory.resolve("script")),
            "env | grep JAVA_.*OPTIONS | sort; exit 20");
    real.environment().putAll(options);
    script.environment().putAll(options);

    assertThat(real.start().waitFor()).isZero();
    assertThat(script.start().inputReader().lines())
        .contains(
            "LOOMWATCH_SERVICE_JAVA_TOOL_OPTIONS=-XX:Bogus",
            "LOOMWATCH_SERVICE_JDK_JAVA_OPTIONS=-XX:Bogus")
        .noneMatch(line -> line.startsWith("J"));
  }

  /** As git's hooks have them. */
  @Test
  void launched_variablesThatNameARepository_areGone() throws Exception {
    ProcessBuilder builder =
        LaunchableCheckout.withAProgram(
            directory, "env | grep -E '^GIT_(DIR|WORK|INDEX|AUTHOR)'; exit 20");
    builder.environment().put("GIT_DIR", "/elsewhere/.git");
    builder.environment().put("GIT_WORK_TREE", "/elsewhere");
    builder.environment().put("GIT_INDEX_FILE", "/elsewhere/.git/index");
    builder.environment().put("GIT_AUTHOR_NAME", "Sam");

    assertThat(builder.start().inputReader().lines()).containsExactly("GIT_AUTHOR_NAME=Sam");
  }

  @Test
  void launched_inADeletedFolder_saysSo() throws Exception {
    Path checkout = Files.createDirectory(directory.resolve("checkout"));
    ProcessBuilder launcher = LaunchableCheckout.withAProgram(checkout, "exit 20");
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                "mkdir gone; cd gone; rmdir ../gone; exec " + checkout + "/loomwatch doctor")
            .directory(directory.toFile());
    builder.environment().putAll(launcher.environment());

    Process process = builder.start();

    assertThat(process.errorReader().lines())
        .last()
        .isEqualTo("loomwatch: the current folder must be there, was deleted; cd to one that is");
    assertThat(process.waitFor()).isEqualTo(64);
  }

  @ParameterizedTest
  @CsvSource({"exit 0, 1", "exit 4, 4", "kill -9 $$, 137", "exit 127, 127"})
  void launched_programThatMeansNoVerdict_exits70(String script, int shown) throws Exception {
    Process process = LaunchableCheckout.withAProgram(directory, script).start();

    assertThat(process.errorReader().lines())
        .last()
        .isEqualTo(
            "loomwatch: it failed with code %d, which the lines above may explain; there is no verdict"
                .formatted(shown));
    assertThat(process.waitFor()).isEqualTo(70);
  }

  /** In a locale of ASCII alone, as containers have it. */
  @Test
  void launched_otherLettersInItsPath_findsItsClasses() throws Exception {
    LaunchableCheckout.withTheProgram(Files.createDirectory(directory.resolve("x")));
    String moved =
        "mv x $'Gr\\xc3\\xb6\\xc3\\x9fe, \"so\"'; cd Gr*; PATH=\"$PWD/bin:$PATH\" ./loomwatch --version";
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", moved).directory(directory.toFile());
    builder.environment().put("LOOMWATCH_JDK", System.getProperty("java.home"));
    builder.environment().put("LC_ALL", "C");

    Process process = builder.start();

    assertThat(process.inputReader().lines()).containsExactly("loomwatch 1.0-SNAPSHOT");
  }

  @Test
  void launched_answerThatCannotBeWritten_exits70() throws Exception {
    for (Map<String, String> where :
        List.of(Map.<String, String>of(), Map.of("GITHUB_ACTIONS", "true"))) {
      Path checkout = Files.createDirectory(directory.resolve("in" + where.size()));
      ProcessBuilder builder = LaunchableCheckout.withTheProgram(checkout, "--version");
      builder.environment().remove("GITHUB_ACTIONS");
      builder.environment().putAll(where);
      Process process = builder.redirectOutput(new File("/dev/full")).start();

      assertThat(process.errorReader().lines())
          .last()
          .isEqualTo(
              "loomwatch: standard output could not be written; free space where"
                  + " it goes, or read it to its end, and run again");
      assertThat(process.waitFor()).isEqualTo(70);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129", "KILL, 137"})
  void launched_toldToStop_endsWithItsProgram(String signal, int exitCode) throws Exception {
    Path pid = directory.resolve("pid");
    String script = "echo $$ > %1$s.new; mv %1$s.new %1$s; exec sleep 600".formatted(pid);
    Process process = LaunchableCheckout.withAProgram(directory, script).start();
    Loomwatch.await("the program runs", () -> Files.exists(pid));
    long program = Long.parseLong(Files.readString(pid).strip());
    assertThat(program).isNotEqualTo(process.pid());

    Loomwatch.signal(signal, process.pid());

    assertThat(process.waitFor()).isEqualTo(exitCode);
    Loomwatch.await("the program has ended", () -> !Loomwatch.alive(program));
  }

  @Test
  void launched_onATerminalOfTextAlone_isToldSo() throws Exception {
    assertThat(onATerminal("dumb")).contains("colour: 1").doesNotContain("progress");
    assertThat(onATerminal("xterm")).contains("colour: .", "-Dloomwatch.progress=terminal");
  }

  private String onATerminal(String name) throws Exception {
    Path checkout = Files.createDirectory(directory.resolve(name));
    ProcessBuilder launcher =
        LaunchableCheckout.withAProgram(checkout, "echo \"colour: ${NO_COLOR:-.} $*\"; exit 20");
    ProcessBuilder terminal =
        new ProcessBuilder("script", "-qec", checkout + "/loomwatch doctor", "/dev/null");
    terminal.environment().putAll(launcher.environment());
    terminal.environment().put("TERM", name);
    terminal.environment().remove("NO_COLOR");
    Process process = terminal.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
