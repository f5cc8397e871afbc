package loomwatch.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.Stream;
import loomwatch.harness.Main.WorkflowSafeStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowSafeStreamTest {
  static Stream<Arguments> commands() {
    return Stream.of(
        arguments("::add-mask::1", ": :add-mask::1"),
        arguments("one\n::error::x", "one\n: :error::x"),
        arguments("one\r::error::x", "one\r: :error::x"),
        arguments(" \t\u00a0\u2003::error::x", " \t\u00a0\u2003: :error::x"),
        arguments("one ##[add-mask]1", "one ## [add-mask]1"),
        arguments("###[error]x", "### [error]x"),
        arguments(":::x", ": ::x"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void print_command_isNone(String text, String inert) {
    assertThat(printed(text)).isEqualTo(inert);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a::b", "p50: 1.2 ms", "#[x] #1 ## x", "jdk 25 :: ü — ✘", ":", ""})
  void print_anythingElse_isPassedOn(String text) {
    assertThat(printed(text)).isEqualTo(text);
  }

  @Test
  void print_commandInPieces_isNone() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = WorkflowSafeStream.to(new PrintStream(out, true, UTF_8));

    for (String piece : ":|:x|\n|#|#|[y".split("\\|")) {
      stream.print(piece);
    }

    assertThat(out.toString(UTF_8)).isEqualTo(": :x\n## [y");
  }

  private static String printed(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WorkflowSafeStream.to(new PrintStream(out, true, UTF_8)).print(text);
    return out.toString(UTF_8);
  }
}
