package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.verdict.Cause;

/**
 * What is known to differ between base and head, and so may be why.
 *
 * @param packages beginnings of names of classes that may differ, such as {@code shop.}
 * @param upgrades of libraries and the JDK, and which of their classes differ
 * @param sources of head in its repository; none where base and head have the same
 * @param touched lines of head that the change added, by path; deleted ones count as the line that
 *     follows
 */
public record Suspects(
    boolean jdk,
    List<String> packages,
    List<Upgrade> upgrades,
    SourceFiles sources,
    Map<String, List<Lines>> touched) {
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /** Where servlets and their like live, and what is no part of the JDK. */
  private static final List<String> NOT_OF_THE_JDK =
      List.of("javax.servlet.", "javax.ws.", "javax.persistence.", "javax.inject.");

  /** Nothing is known. */
  public static final Suspects NONE =
      new Suspects(false, List.of(), List.of(), SourceFiles.NONE, Map.of());

  public Suspects {
    packages = List.copyOf(packages);
    upgrades = List.copyOf(upgrades);
    touched = Map.copyOf(touched);
  }

  /** Lines of a source. */
  public record Lines(int first, int last) {
    boolean holds(int line) {
      return first <= line && line <= last;
    }
  }

  /** How near a change is to a frame, the nearest last. */
  public enum Touch {
    NONE,
    FILE,
    LINE
  }

  /** Whether its code may differ. */
  boolean mayDiffer(String type) {
    return (jdk && isOfJdk(type))
        || packages.stream().anyMatch(type::startsWith)
        || upgrades.stream().anyMatch(upgrade -> upgrade.isOf(type))
        || source(type).isPresent();
  }

  static boolean isOfJdk(String type) {
    return OF_THE_JDK.stream().anyMatch(type::startsWith)
        && NOT_OF_THE_JDK.stream().noneMatch(type::startsWith);
  }

  Touch touch(String type, int line) {
    Optional<List<Lines>> lines = source(type).map(touched::get);
    if (lines.isEmpty()) {
      return upgrade(type).isPresent() || packages.stream().anyMatch(type::startsWith)
          ? Touch.FILE
          : Touch.NONE;
    }
    return lines.get().stream().anyMatch(range -> range.holds(line)) ? Touch.LINE : Touch.FILE;
  }

  /** Whether its source is one that the change touches, somewhere. */
  boolean touchesSource(String type) {
    return source(type).map(touched::get).isPresent();
  }

  /** Between which its class changed. */
  Optional<Cause.Versions> versions(String type) {
    return upgrade(type).map(Upgrade::versions);
  }

  /**
   * Whether what it calls may do more because of it: at a line that the change touches, or in a
   * class of a library that changed. Another JDK's JIT compiles all code again, so there a class
   * that changed says little of what it calls.
   */
  boolean accountsForWhatItCalls(String type, int line) {
    return touch(type, line) == Touch.LINE || !jdk && upgrade(type).isPresent();
  }

  private Optional<Upgrade> upgrade(String type) {
    return upgrades.stream().filter(upgrade -> upgrade.classes().contains(type)).findFirst();
  }

  private Optional<String> source(String type) {
    return sources.of(path(type));
  }

  /** What its source is called, as far as the class's name shows; empty of no class. */
  String file(String type) {
    return type.isEmpty() ? "" : source(type).orElse(path(type) + ".java");
  }

  /** Of the class that holds it. */
  private static String path(String type) {
    int nested = type.indexOf('$');
    String outer = nested > 0 ? type.substring(0, nested) : type;
    return outer.replace('.', '/');
  }

  /** The source files of a repository, found by the classes they hold. Immutable. */
  public static final class SourceFiles {
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

  /**
   * A library, or the JDK, that base and head have in two versions.
   *
   * @param packages beginnings of the names of its classes, such as {@code org.apache.}; none of
   *     the JDK's, which are known
   * @param classes whose code differs between them, as far as they were seen; none where nobody
   *     knows
   */
  public record Upgrade(List<String> packages, Cause.Versions versions, Set<String> classes) {
    public Upgrade {
      packages = List.copyOf(packages);
      classes = Set.copyOf(classes);
    }

    boolean isOf(String type) {
      return packages.stream().anyMatch(type::startsWith);
    }
  }
}
