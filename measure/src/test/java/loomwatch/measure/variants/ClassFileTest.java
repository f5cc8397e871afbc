package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes with what debuggers read, as Maven and Gradle compile them. */
class ClassFileTest {
  private static final String SOURCE =
      """
      class Sum {
        String text = "sum";
        long of(java.util.List<Integer> numbers) {
          long total = 0;
          for (int number : numbers) {
            total += number;
          }
          return total;
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "total, result, true",
    "class Sum, '/** Adds. */\nclass Sum', true",
    "+=, -=, false",
    "text, total, false",
    "\"sum\", \"total\", false",
    "long of, long inAll, false",
  })
  void hash_edited_isTheSameIfOnlyDebuggersSeeIt(String was, String is, boolean same)
      throws Exception {
    assertThat(hash(SOURCE.replace(was, is)).equals(hash(SOURCE))).isEqualTo(same);
  }

  @Test
  void hash_damaged_isOfItsBytes() throws Exception {
    byte[] file = compiled(SOURCE);
    byte[] cut = Arrays.copyOf(file, file.length - 3);

    assertThat(new ClassFile(cut).hash()).isNotEqualTo(new ClassFile(file).hash());
  }

  private String hash(String source) throws Exception {
    return new ClassFile(compiled(source)).hash();
  }

  private byte[] compiled(String source) throws Exception {
    Path file = Files.writeString(directory.resolve("Sum.java"), source);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", file.toString()))
        .isZero();
    return Files.readAllBytes(directory.resolve("Sum.class"));
  }
}
