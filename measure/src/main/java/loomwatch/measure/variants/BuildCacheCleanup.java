package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What builds leave in the cache's directory: working directories of killed ones, named {@code
 * .building-WHAT-PID}, and results nobody has used for long.
 */
final class BuildCacheCleanup {
  private static final Pattern WORKING = Pattern.compile("\\.building-.+-(\\d+)");

  private BuildCacheCleanup() {}

  /**
   * Makes room in a cache, in which there may be what killed builds left.
   *
   * @return a working directory for what is found in repositories, not there yet
   */
  static Path prepare(Path cache) throws IOException {
    Files.createDirectories(cache);
    sweep(cache);
    Path scratch = workingDirectory(cache.toAbsolutePath(), "snapshot");
    remove(scratch);
    return scratch;
  }

  static Path workingDirectory(Path cache, String what) {
    return cache.resolve(".building-%s-%d".formatted(what, ProcessHandle.current().pid()));
  }

  /** Removes the working directories of processes that are gone; those of others are in use. */
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
   * Removes the results least recently used, but none used within a day: it may be running.
   *
   * @param kept how many stay at least
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
    results.sort(Comparator.comparing(BuildCacheCleanup::lastUse).reversed());
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
}
