package loomwatch.measure.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.measure.service.JavaCommand.FlagRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
  /** Wherever they stand before what is started, and nowhere after it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java -Xmx1g -jar a.jar -Dx=y           | -Xmx1g            | ''                  | -jar a.jar -Dx=y",
        "java --enable-preview -Xmx1g -jar a.jar| -Xmx1g            | --enable-preview    | -jar a.jar",
        "java --add-opens a/b=c -Xmx1g a.Main   | -Xmx1g            | --add-opens a/b=c   | a.Main",
        "java -javaagent:o.jar -Dx=y -cp c M -X | -Dx=y             | -javaagent:o.jar -cp c | M -X",
        "java -ea -server -XX:+UseZGC -m a/b    | -XX:+UseZGC       | -ea -server         | -m a/b",
        "java -Xmx1g @args                      | -Xmx1g            | ''                  | @args",
        "java -cp                               | ''                | -cp                 | ''"
      })
  void of_start_isTakenApartAsJavaDoes(String start, String flags, String others, String program) {
    JavaCommand command = JavaCommand.of(List.of(start.split(" "))).orElseThrow();

    assertThat(String.join(" ", command.flags())).isEqualTo(flags);
    assertThat(String.join(" ", command.others())).isEqualTo(others);
    assertThat(String.join(" ", command.program())).isEqualTo(program);
  }

  @Test
  void of_anotherProgram_isNone() {
    assertThat(JavaCommand.of(List.of("node", "-X"))).isEmpty();
    assertThat(JavaCommand.of(List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g",
        "-Xms256m",
        "-XX:ActiveProcessorCount=2",
        "-XX:+UseZGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:NativeMemoryTracking=detail",
        "-Xlog:jfr*=info",
        "-Djdk.virtualThreadScheduler.parallelism=4",
        "--add-modules=jdk.incubator.vector",
        "-Xint",
        "-XX:+UnlockExperimentalVMOptions"
      })
  void refusal_whatAServiceMayHave_isNone(String flag) {
    assertThat(FlagRules.refusal(flag)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Main|begin with '-' (write --add-modules=NAME, without a space)",
        "@flags|begin with '-' (write --add-modules=NAME, without a space)",
        "-agentlib:jdwp=server=y|be none that loads an agent, which would be measured along with"
            + " the server",
        "-agentpath:/a.so|be none that loads an agent, which would be measured along with the"
            + " server",
        "-XX:StartFlightRecording|leave JFR alone: Loomwatch records every server with one set of"
            + " settings, the same in both variants",
        "-XX:FlightRecorderOptions=stackdepth=8|leave JFR alone: Loomwatch records every server"
            + " with one set of settings, the same in both variants",
        "-XX:NativeMemoryTracking=off|leave Native Memory Tracking on: its memory is one of the"
            + " metrics",
        "-XX:+DisableAttachMechanism|leave attaching possible: Loomwatch reads Native Memory"
            + " Tracking that way",
        "-cp|not say what is started: name another revision with ref=, another Tomcat with tomcat=",
        "-jar|not say what is started: name another revision with ref=, another Tomcat with"
            + " tomcat=",
        "-version|not end the JVM before the server has started",
        "--help|not end the JVM before the server has started",
        "-XX:Flags=.hotspotrc|stand in the SPEC itself: flags read from a file would be missing in"
            + " the record"
      })
  void refusal_whatWouldBreakTheMeasurement_givesTheReason(String flag, String rule) {
    assertThat(FlagRules.refusal(flag)).contains("flag must %s, was \"%s\"".formatted(rule, flag));
  }
}
