package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a JVM is to start.
 *
 * @param words such as {@code -jar target/shop-1.0.jar}
 * @param written the same for any version
 * @param absent libraries that the jar's manifest names, and that are not there
 */
record Program(List<String> words, List<String> written, List<String> absent) {
  static final List<String> UNKNOWN = jar(Path.of("unknown.jar"));

  Program {
    words = List.copyOf(words);
    written = List.copyOf(written);
    absent = List.copyOf(absent);
  }

  /** Returns the program that Gradle installed as a folder with all its jars. */
  static Program installed(Path folder, Path install, String main) throws IOException {
    try (Stream<Path> names = Files.list(install)) {
      Path lib = names.sorted().findFirst().orElse(install).resolve("lib");
      List<String> words = List.of("-cp", folder.relativize(lib) + "/*", main);
      return new Program(words, words, List.of());
    }
  }

  static List<String> jar(Path jar) {
    return List.of("-jar", jar.toString());
  }
}
