package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.launch.Shell.BuildLog;
import loomwatch.measure.service.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShellTest {
  private static final String REMARK = "Of JDK 25.";

  @TempDir Path folder;

  @Test
  void run_thatFails_tellsItsLastLinesWithoutColours() {
    Shell.Command command = command("printf '[\\033[1;31mERROR\\033[m] no\\n'; exit 3");

    try (Children children = new Children()) {
      assertThatThrownBy(() -> new Shell(children).run(command, folder.resolve("log")))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining(
              "must end with 0, ended with 3; it says:\n    [ERROR] no\n  Of JDK 25.\n");
    }
  }

  /** As the daemons of Gradle and mvnd do, which the next build would be given to. */
  @Test
  void run_thatLeavesADaemonBehind_endsItBeforeItReturns() throws Exception {
    try (Children children = new Children()) {
      new Shell(children)
          .run(command("setsid sleep 607 & echo $! > daemon; sleep 0.2"), folder.resolve("log"));
    }

    assertThat(ProcessTree.runs(Long.parseLong(Files.readString(folder.resolve("daemon")).strip())))
        .isFalse();
  }

  private Shell.Command command(String line) {
    return new Shell.Command("the build", line, folder, Map.of(), Duration.ofSeconds(20), REMARK);
  }

  private static final List<String> FRAMES =
      Collections.nCopies(40, "\tat org.gradle.wrapper.Download.step(Download.java:1)");

  @Test
  void cause_ofAWrapperWithoutNetwork_isWhatItDownloadedAndTheException() {
    BuildLog log =
        log(
            Stream.of(
                "Downloading https://example.org/distributions/gradle-9.2.0-bin.zip",
                "",
                "Exception in thread \"main\" java.net.ConnectException: Connection refused"),
            FRAMES.stream());

    assertThat(log.cause())
        .containsExactly(
            "Downloading https://example.org/distributions/gradle-9.2.0-bin.zip",
            "Exception in thread \"main\" java.net.ConnectException: Connection refused");
    assertThat(log.advice(1))
        .hasValueSatisfying(
            advice -> assertThat(advice).contains("the wrapper could not download Gradle"));
  }

  @Test
  void cause_ofMaven_isItsErrorsWithoutItsAdvice() {
    BuildLog log =
        log(
            Stream.of(
                "WARNING: sun.misc.Unsafe::objectFieldOffset will be removed",
                "[\u001b[1;31mERROR\u001b[m] COMPILATION ERROR : ",
                "[ERROR] Shop.java:[3,5] cannot find symbol",
                "  symbol:   class Basket",
                "[ERROR] -> [Help 1]",
                "[ERROR] ",
                "[ERROR] Re-run Maven using the -X switch to enable full debug logging."));

    assertThat(log.cause())
        .containsExactly(
            "[ERROR] COMPILATION ERROR : ",
            "[ERROR] Shop.java:[3,5] cannot find symbol",
            "  symbol:   class Basket");
    assertThat(log.advice(1)).isEmpty();
  }

  /** As javac alone and Gradle show it. */
  @Test
  void cause_ofAnUnknownSymbolWithoutMaven_isWhereItIs() {
    BuildLog log =
        log(Stream.of("Shop.java:3: error: cannot find symbol", "  symbol:   class Basket"));

    assertThat(log.cause())
        .containsExactly("Shop.java:3: error: cannot find symbol", "  symbol:   class Basket");
  }

  @Test
  void cause_ofGradle_isWhatTheCompilerSaidAndWhatWentWrong() {
    BuildLog log =
        log(
            Stream.of(
                "> Task :compileJava FAILED",
                "Shop.java:3: error: cannot find symbol",
                "* What went wrong:",
                "Execution failed for task ':compileJava'.",
                "",
                "* Try:",
                "> Run with --info"));

    assertThat(log.cause())
        .containsExactly(
            "Shop.java:3: error: cannot find symbol", "Execution failed for task ':compileJava'.");
  }

  @Test
  void cause_unknown_isTheEnd() {
    BuildLog log = log(Stream.of("one"), Collections.nCopies(30, "line").stream());

    assertThat(log.cause()).hasSize(20).containsOnly("line");
    assertThat(log(Stream.of("")).cause()).containsExactly("nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "126, /bin/sh: 1: ./mvnw: Permission denied, git update-index --chmod=+x",
    "127, ./build.sh: not found, Windows line ends",
    "126, /bin/sh^M: bad interpreter, Windows line ends",
    "1, Unsupported class file major version 69, does not take this JDK",
    "1, [ERROR] status code: 401, needs the credentials",
    "1, Received status code 403 from server: Forbidden, needs the credentials"
  })
  void advice_knownCause_tellsWhatToDo(int code, String line, String advice) {
    assertThat(log(Stream.of(line)).advice(code).orElse("")).contains(advice);
  }

  /** Every first build with a wrapper downloads it, and fails for reasons of its own. */
  @Test
  void advice_causeThatOnlyLooksLikeAKnownOne_isNone() {
    assertThat(
            log(Stream.of(
                    "Downloading https://example.org/distributions/gradle-8.10-bin.zip",
                    "..........10%",
                    "> Task :compileJava FAILED",
                    "Shop.java:3: error: unreported exception IOException"))
                .advice(1))
        .isEmpty();
    assertThat(log(Stream.of("java.net.SocketException: Permission denied")).advice(1)).isEmpty();
  }

  @Test
  @Timeout(10)
  void advice_longLog_isGivenAtOnce() {
    assertThat(
            log(Collections.nCopies(50_000, "org.gradle.wrapper /gradle-wrapper").stream())
                .advice(1))
        .isEmpty();
  }

  @SafeVarargs
  private static BuildLog log(Stream<String>... parts) {
    return new BuildLog(Stream.of(parts).flatMap(part -> part).toList());
  }
}
