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
 * The known differences between base and head.
 *
 * @param packages name prefixes of classes that may differ, such as {@code shop.}
 * @param upgrades changed versions of libraries and the JDK
 * @param sources head's sources; none where base and head have the same
 * @param touched changed lines of head, by path; a deleted line counts as the line that follows
 */
public record Suspects(
    boolean jdk,
    List<String> packages,
    List<Upgrade> upgrades,
    SourceFiles sources,
    Map<String, List<Lines>> touched) {
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  /** Packages of servlets and similar APIs, which are not part of the JDK. */
  private static final List<String> NOT_OF_THE_JDK =
      List.of("javax.servlet.", "javax.ws.", "javax.persistence.", "javax.inject.");

  public static final Suspects NONE =
      new Suspects(false, List.of(), List.of(), SourceFiles.NONE, Map.of());

  public Suspects {
    packages = List.copyOf(packages);
    upgrades = List.copyOf(upgrades);
    touched = Map.copyOf(touched);
  }

  public record Lines(int first, int last) {
    boolean holds(int line) {
      return first <= line && line <= last;
    }
  }

  /** How close a change is to a frame, the closest last. */
  public enum Touch {
    NONE,
    FILE,
    LINE
  }

  /** Returns whether the code of a class may differ. */
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

  /** Returns whether the change touches the source of a class. */
  boolean touchesSource(String type) {
    return source(type).map(touched::get).isPresent();
  }

  /** Returns the versions of the library or JDK between which a class changed. */
  Optional<Cause.Versions> versions(String type) {
    return upgrade(type).map(Upgrade::versions);
  }

  /**
   * Returns whether a frame's callees may do more because of the frame: at a changed line, or in a
   * changed class of a library. If the JDK changed, its JIT compiles all code differently, so a
   * changed class does not explain the cost of its callees.
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

  /** Returns the source path, as far as the class name shows it; empty without a class. */
  String file(String type) {
    return type.isEmpty() ? "" : source(type).orElse(path(type) + ".java");
  }

  /** Returns the path of the outermost class. */
  private static String path(String type) {
    int nested = type.indexOf('$');
    String outer = nested > 0 ? type.substring(0, nested) : type;
    return outer.replace('.', '/');
  }

  /** The source files of a repository, indexed by class. Immutable. */
  public static final class SourceFiles {
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

    /** Indexes the sources among paths relative to the repository's root, with slashes. */
    public static SourceFiles among(Collection<String> paths) {
      return new SourceFiles(paths);
    }

    /** Returns the source of a class, whose path has slashes and no extension. */
    Optional<String> of(String path) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      Optional<String> found = at(path, name);
      // Kotlin compiles top-level functions to a class named after the file.
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
   * Two versions of a library or of the JDK in base and head.
   *
   * @param packages name prefixes of its classes, such as {@code org.apache.}; empty for the JDK
   * @param classes classes whose code differs, as far as known
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
