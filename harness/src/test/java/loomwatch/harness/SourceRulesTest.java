package loomwatch.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every Java source file of the repository keeps to. */
class SourceRulesTest {
  private static final List<String> MODULES =
      List.of(
          "server",
          "results",
          "loadgen",
          "jmh",
          "judge",
          "trend",
          "reporting",
          "measure",
          "harness",
          "benchmarks");

  /** Tests only: it ships nothing. */
  private static final String WORKFLOWS = ".github/tests";

  @Test
  void sourceFiles_ofEveryModule_areFound() {
    assertThat(sources())
        .extracting(file -> file.subpath(1, 4).toString())
        .contains(MODULES.stream().map(module -> module + "/src/main").toArray(String[]::new))
        .contains(MODULES.stream().map(module -> module + "/src/test").toArray(String[]::new));
  }

  /** These come first: each writes numbers that a program reads. */
  @Test
  void programs_runInTheRootLocale() {
    List<Path> programs =
        sources().stream()
            .filter(file -> file.toString().contains("/src/main/"))
            .filter(file -> lines(file).stream().anyMatch(line -> line.contains(" void main(")))
            .toList();

    assertThat(programs).hasSizeGreaterThan(4);
    assertThat(programs)
        .allMatch(file ->
            String.join("\n", lines(file))
                .matches(
                    "(?s).* void main\\([^{]*\\{\\s+(//[^\n]*\\s+)?"
                        + "Locale\\.setDefault\\(Locale\\.ROOT\\);.*"));
  }

  /** A test's package may be marked by its module's main code. */
  @Test
  void packages_areNullMarked() {
    List<Path> directories =
        sources().stream()
            .map(file -> Objects.requireNonNull(file.getParent()))
            .distinct()
            .toList();

    assertThat(directories).allMatch(SourceRulesTest::isNullMarked);
  }

  private static boolean isNullMarked(Path directory) {
    Path main = Path.of(directory.toString().replace("/src/test/java/", "/src/main/java/"));
    return Stream.of(directory, main)
        .map(each -> each.resolve("package-info.java"))
        .anyMatch(info -> Files.exists(info) && lines(info).contains("@NullMarked"));
  }

  private static List<Path> sources() {
    List<Path> sources = new ArrayList<>();
    List<String> folders = new ArrayList<>(MODULES);
    folders.add(WORKFLOWS);
    for (String module : folders) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src"))) {
        // A program among the resources runs in a JVM of its own, maybe an older one.
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.toString().contains("/resources/"))
            .forEach(sources::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return sources;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
