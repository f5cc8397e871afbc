package loomwatch.measure.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
