package loomwatch.measure.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.measure.service.CommandReader.ShellWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ShellWordsTest {
  static Stream<Arguments> lines() {
    return Stream.of(
        arguments("java -jar a.jar", List.of("java", "-jar", "a.jar")),
        arguments("  a \t b  ", List.of("a", "b")),
        arguments("", List.of()),
        arguments("''", List.of("")),
        arguments("a '' \"\" b", List.of("a", "", "", "b")),
        arguments("'a b'c\"d e\"", List.of("a bcd e")),
        arguments("-Da='x \"y\" $z'", List.of("-Da=x \"y\" $z")),
        arguments("\"a 'b' \\\" \\\\ \\$ \\` \\n\"", List.of("a 'b' \" \\ $ ` \\n")),
        arguments("a\\ b \\$c \\' \\\\", List.of("a b", "$c", "'", "\\")),
        arguments(
            "-cp lib/* ~ [a] {port} #b !c",
            List.of("-cp", "lib/*", "~", "[a]", "{port}", "#b", "!c")),
        arguments("a\n", List.of("a")));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void of_aLine_isItsWords(String line, List<String> words) {
    assertThat(ShellWords.of(line)).isEqualTo(new ShellWords.Good(words));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        arguments("a 'b", 2, "a quote that is not closed"),
        arguments("a b\"c d", 3, "a quote that is not closed"),
        arguments("a \\", 2, "a \\ before nothing"),
        arguments("a $b 'c", 2, "an unquoted $"),
        arguments("a \"$b\"", 3, "a $ in double quotes"),
        arguments("a \"`b`\"", 3, "a ` in double quotes"),
        arguments("a `b`", 2, "an unquoted `"),
        arguments("a | b", 2, "an unquoted |"),
        arguments("a; b", 1, "an unquoted ;"),
        arguments("a && b", 2, "an unquoted &"),
        arguments("a <b", 2, "an unquoted <"),
        arguments("a 2>b", 3, "an unquoted >"),
        arguments("a\nb", 1, "a line break"),
        arguments("a\\\nb", 1, "a \\ before nothing"),
        arguments("a 'b\0'", 4, "the character U+0000"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void of_whatAShellWouldActUpon_isAtFault(String line, int at, String had) {
    assertThat(ShellWords.of(line))
        .isInstanceOfSatisfying(
            ShellWords.Bad.class,
            bad -> {
              assertThat(bad.at()).isEqualTo(at);
              assertThat(bad.had()).isEqualTo(had);
            });
  }

  /**
   * The oracle: what the shell of this machine makes of lines that have nothing it would expand.
   */
  @Test
  void of_randomLines_areAsTheShellSplitsThem() throws IOException, InterruptedException {
    Random random = new Random(20261122);
    List<String> lines = new ArrayList<>();
    List<List<String>> ours = new ArrayList<>();
    while (lines.size() < 300) {
      String line = line(random);
      if (ShellWords.of(line) instanceof ShellWords.Good good) {
        lines.add(line);
        ours.add(good.words());
      }
    }
    assertThat(split(lines)).isEqualTo(ours);
  }

  private static String line(Random random) {
    StringBuilder line = new StringBuilder();
    for (int left = random.nextInt(12); left >= 0; left--) {
      line.append("ab  ''\"\"\\\\$=".charAt(random.nextInt(12)));
    }
    return line.toString();
  }

  private static List<List<String>> split(List<String> lines)
      throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder();
    for (String line : lines) {
      script.append("set -- ").append(line).append("\nprintf '<%s>' \"$@\"; echo \" $#\"\n");
    }
    Process shell =
        new ProcessBuilder("sh", "-c", script.toString()).redirectErrorStream(true).start();
    String told = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(told).isZero();
    return told.lines().map(ShellWordsTest::words).toList();
  }

  private static List<String> words(String printed) {
    String all = printed.substring(0, printed.lastIndexOf(' '));
    return printed.endsWith(" 0")
        ? List.of()
        : Arrays.asList(all.substring(1, all.length() - 1).split("><", -1));
  }
}
