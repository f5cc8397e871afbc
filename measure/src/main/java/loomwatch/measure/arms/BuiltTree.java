package loomwatch.measure.arms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A tree that was built, which is kept, and which servers run in. A list of what the build left
 * lies beside it, and is written last: so a build that was killed is none.
 */
record BuiltTree(Path place) {
  /** In no file's name. */
  private static final String BETWEEN = "\0";

  /** What tools keep for themselves, such as a build's daemon after its end. */
  private static final Pattern HIDDEN = Pattern.compile("(.*/)?[.].*");

  private static final String FOLDER = "folder";

  /** Whether it is built, and servers have changed nothing of that. */
  boolean isWhole() throws IOException {
    Map<String, String> built = built();
    Map<String, String> now = now();
    return !built.isEmpty()
        && built.entrySet().stream()
            .filter(each -> !HIDDEN.matcher(each.getKey()).matches())
            .allMatch(each -> each.getValue().equals(now.get(each.getKey())));
  }

  /** Makes room for another build. */
  void clear() throws IOException {
    Files.deleteIfExists(list());
    Leftovers.remove(place);
  }

  /** Says that it is built. */
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
   * Takes out what servers have written into it, such as a database: the other arm, built a minute
   * ago, has no such thing. It also becomes the newest, so that building that one does not remove
   * it.
   */
  void restore() throws IOException {
    Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
    Map<String, String> built = built();
    for (String name : now().keySet()) {
      if (!built.containsKey(name)) {
        Leftovers.remove(place.resolve(name));
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

  /** What each of its files and folders is, by name; nothing where it is not there. */
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
            all.put(name(file), attributes.size() + "," + attributes.lastModifiedTime().toMillis());
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
