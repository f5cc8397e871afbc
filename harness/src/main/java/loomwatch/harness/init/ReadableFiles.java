package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Files of a folder that may hold others which only their owner reads, such as a database's. */
final class ReadableFiles {
  private ReadableFiles() {}

  /** Returns all files and folders, sorted, itself included; none if it is not there. */
  static List<Path> in(Path folder, int depth) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        Set.<FileVisitOption>of(),
        depth,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes traits) {
            found.add(at);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes traits) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream().sorted().toList();
  }

  /** Returns the Java and Kotlin files, at any depth. */
  static List<Path> code(Path folder) throws IOException {
    return in(folder, Integer.MAX_VALUE).stream()
        .filter(file -> file.toString().matches(".*[.](java|kt)"))
        .toList();
  }
}
