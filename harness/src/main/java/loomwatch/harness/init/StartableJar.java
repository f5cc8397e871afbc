package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The jar or WAR of a folder that {@code java -jar} starts, or a server deploys. */
final class StartableJar {
  private StartableJar() {}

  /** The newest WAR; nothing where there is none. */
  static Optional<Path> warIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".war")).sorted(newest()).findFirst();
    }
  }

  /** The newest that names a main class; nothing where there is none. */
  static Optional<Path> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars =
          files.filter(file -> file.toString().matches(".*\\.(jar|war)")).sorted(newest()).toList();
      for (Path jar : jars) {
        if (namesMain(jar)) {
          return Optional.of(jar);
        }
      }
      return Optional.empty();
    }
  }

  /** The version of Spring Boot that it says it was made with; nothing where it says none. */
  static Optional<String> springBoot(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .flatMap(manifest ->
              Optional.ofNullable(manifest.getMainAttributes().getValue("Spring-Boot-Version")));
    }
  }

  private static Comparator<Path> newest() {
    return Comparator.comparingLong((Path file) -> file.toFile().lastModified()).reversed();
  }

  private static boolean namesMain(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      return manifest != null
          && manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) != null;
    } catch (java.util.zip.ZipException damaged) {
      return false;
    }
  }
}
