package loomwatch.workflows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where things are in the checkout under test. */
final class Repository {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  static final Path WORKFLOWS = ROOT.resolve(".github/workflows");
  static final Path ACTIONS = ROOT.resolve(".github/actions");
  static final Path TESTS = ROOT.resolve(".github/tests");

  private Repository() {}

  /** Every workflow and every action of Loomwatch, the stubs of tests left out. */
  static List<Path> definitions() {
    return Stream.concat(workflows().stream(), yamlFiles(ACTIONS).stream()).toList();
  }

  static List<Path> workflows() {
    return yamlFiles(WORKFLOWS).stream().filter(file -> !isOwn(file)).toList();
  }

  /** Workflows that a team has added to its copy, which keep to rules of its own. */
  static List<Path> own() {
    return yamlFiles(WORKFLOWS).stream().filter(Repository::isOwn).toList();
  }

  private static boolean isOwn(Path file) {
    return String.valueOf(file.getFileName()).startsWith("own-");
  }

  private static List<Path> yamlFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().matches(".*[.]ya?ml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
