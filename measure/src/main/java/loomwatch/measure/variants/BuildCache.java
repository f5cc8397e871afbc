package loomwatch.measure.variants;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of built trees, each named by what it was built from. It also holds working
 * directories, named {@code .building-WHAT-PID}. It removes those of killed processes, and trees
 * not used for long.
 */
final class BuildCache {
  private static final Pattern WORKING = Pattern.compile("\\.building-.+-(\\d+)");

  private BuildCache() {}

  /**
   * Removes the remains of killed builds from a cache.
   *
   * @return a working directory for the sources, which does not exist yet
   */
  static Path prepare(Path cache) throws IOException {
    Files.createDirectories(cache);
    sweep(cache);
    Path scratch =
        cache.toAbsolutePath().resolve(".building-snapshot-" + ProcessHandle.current().pid());
    remove(scratch);
    return scratch;
  }

  private static void sweep(Path cache) throws IOException {
    for (Path path : list(cache)) {
      Matcher working = WORKING.matcher(String.valueOf(path.getFileName()));
      if (working.matches() && !alive(Long.parseLong(working.group(1)))) {
        remove(path);
      }
    }
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /**
   * Removes the least recently used trees, except those used within a day, which may be running.
   *
   * @param kept minimum number that stays
   */
  static void thinOut(Path cache, int kept) throws IOException {
    List<Path> results = new ArrayList<>();
    for (Path path : list(cache)) {
      if (Files.isDirectory(path)
          && !WORKING.matcher(String.valueOf(path.getFileName())).matches()) {
        results.add(path);
      }
    }
    if (results.size() <= kept) {
      return;
    }
    Instant yesterday = Instant.now().minus(1, ChronoUnit.DAYS);
    results.sort(Comparator.comparing(BuildCache::lastUse).reversed());
    for (Path old : results.subList(kept, results.size())) {
      if (lastUse(old).isBefore(yesterday)) {
        remove(old);
      }
    }
  }

  private static Instant lastUse(Path path) {
    return Instant.ofEpochMilli(path.toFile().lastModified());
  }

  private static List<Path> list(Path cache) throws IOException {
    List<Path> paths = new ArrayList<>();
    if (Files.isDirectory(cache)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(cache)) {
        entries.forEach(paths::add);
      }
    }
    return paths;
  }

  static void remove(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }

  /** A built tree, in which servers run; its list is written last, to mark it complete. */
  record BuiltTree(Path place) {
    private static final String BETWEEN = "\0";

    /** Files that tools keep for themselves, such as those of a build's daemon. */
    private static final Pattern HIDDEN = Pattern.compile("(.*/)?[.].*");

    private static final String FOLDER = "folder";

    boolean isWhole() throws IOException {
      Map<String, String> built = built();
      Map<String, String> now = now();
      return !built.isEmpty()
          && built.entrySet().stream()
              .filter(each -> !HIDDEN.matcher(each.getKey()).matches())
              .allMatch(each -> each.getValue().equals(now.get(each.getKey())));
    }

    void clear() throws IOException {
      Files.deleteIfExists(list());
      remove(place);
    }

    void complete() throws IOException {
      Path written = Path.of(list() + ".new");
      String all =
          now().entrySet().stream()
              .map(each -> each.getValue() + " " + each.getKey())
              .collect(Collectors.joining(BETWEEN));
      Files.write(written, all.getBytes(UTF_8));
      Files.move(written, list(), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Removes what servers wrote into it, such as a database, which the other variant's newer tree
     * lacks. It also marks the tree as recently used, so that it is not removed.
     */
    void restore() throws IOException {
      Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
      Map<String, String> built = built();
      for (String name : now().keySet()) {
        if (!built.containsKey(name)) {
          remove(place.resolve(name));
        }
      }
    }

    private Map<String, String> built() throws IOException {
      Map<String, String> built = new TreeMap<>();
      if (Files.exists(list())) {
        for (String entry : Files.readString(list()).split(BETWEEN)) {
          int end = entry.indexOf(' ');
          if (end > 0) {
            built.put(entry.substring(end + 1), entry.substring(0, end));
          }
        }
      }
      return built;
    }

    private Map<String, String> now() throws IOException {
      Map<String, String> all = new TreeMap<>();
      Files.walkFileTree(
          place,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (!folder.equals(place)) {
                all.put(name(folder), FOLDER);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              all.put(
                  name(file), attributes.size() + "," + attributes.lastModifiedTime().toMillis());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
              return FileVisitResult.CONTINUE;
            }
          });
      return all;
    }

    private String name(Path path) {
      return place.relativize(path).toString();
    }

    private Path list() {
      return Path.of(place + ".built");
    }
  }
}
