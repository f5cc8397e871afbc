package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The source files of a repository, found by the classes they hold. Immutable. */
public final class SourceFiles {
  /** There are none, or they are of no use. */
  public static final SourceFiles NONE = new SourceFiles(List.of());

  private static final List<String> ENDINGS = List.of("java", "kt", "scala", "groovy");

  private final Map<String, List<String>> byName = new HashMap<>();

  private SourceFiles(Collection<String> paths) {
    for (String path : paths) {
      int dot = path.lastIndexOf('.');
      if (dot > 0 && ENDINGS.contains(path.substring(dot + 1))) {
        String stem = path.substring(path.lastIndexOf('/') + 1, dot);
        byName.computeIfAbsent(stem, name -> new ArrayList<>()).add(path);
      }
    }
  }

  /**
   * Those among these files.
   *
   * @param paths from the repository's top, with slashes
   */
  public static SourceFiles among(Collection<String> paths) {
    return new SourceFiles(paths);
  }

  /**
   * The source of a class.
   *
   * @param path package and class with slashes, without an ending
   */
  Optional<String> of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    Optional<String> found = at(path, name);
    // Kotlin's functions outside of classes are in one named after the file.
    return found.isEmpty() && name.endsWith("Kt")
        ? at(path.substring(0, path.length() - 2), name.substring(0, name.length() - 2))
        : found;
  }

  private Optional<String> at(String path, String name) {
    return byName.getOrDefault(name, List.of()).stream()
        .filter(source -> {
          String stem = source.substring(0, source.lastIndexOf('.'));
          return stem.equals(path) || stem.endsWith("/" + path);
        })
        .findFirst();
  }
}
