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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A tree that was built, which is kept, and which servers run in. It is whole when a list of what
 * the build left lies beside it, whenever a build is killed.
 */
record BuiltTree(Path place) {
  /** In no file's name. */
  private static final String BETWEEN = "\0";

  boolean isWhole() throws IOException {
    return Files.isDirectory(place) && Files.exists(mark()) && Files.size(mark()) > 0;
  }

  /** Makes room for another build. */
  void clear() throws IOException {
    Files.deleteIfExists(mark());
    Leftovers.remove(place);
  }

  /** Marks it as whole. */
  void complete() throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      Path written = Path.of(mark() + ".new");
      Files.write(written, String.join(BETWEEN, all.map(this::name).toList()).getBytes(UTF_8));
      Files.move(written, mark(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Takes out what servers have written into it, such as a database: the other arm, built a minute
   * ago, has no such thing. It also becomes the newest, so that building that one does not remove
   * it.
   */
  void restore() throws IOException {
    Set<String> built = Set.of(Files.readString(mark()).split(BETWEEN));
    List<Path> since = new ArrayList<>();
    Files.walkFileTree(
        place,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (built.contains(name(folder))) {
              return FileVisitResult.CONTINUE;
            }
            since.add(folder);
            return FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!built.contains(name(file))) {
              since.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    for (Path each : since) {
      Leftovers.remove(each);
    }
    Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
  }

  private String name(Path path) {
    return place.relativize(path).toString();
  }

  private Path mark() {
    return Path.of(place + ".built");
  }
}
