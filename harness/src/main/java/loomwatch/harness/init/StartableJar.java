package loomwatch.harness.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import loomwatch.measure.variants.BuiltVariant.BuiltFile;

/** Finds the jar or WAR of a folder that {@code java -jar} starts, or a server deploys. */
final class StartableJar {
  /** Folders in which a module's build may put it. */
  private static final List<String> OUTPUTS = List.of("target", "build/libs");

  /** The main class of a jar of benchmarks, which is no server. */
  private static final String JMH = "org.openjdk.jmh.Main";

  private StartableJar() {}

  /** Returns the largest WAR, if there is one. */
  static Optional<Path> warIn(Path folder) throws IOException {
    return files(folder, ".*[.]war").stream().findFirst();
  }

  /** Returns the largest jar with a main class, if there is one: it holds its libraries. */
  static Optional<Path> in(Path folder) throws IOException {
    for (Path jar : files(folder, ".*[.][jw]ar")) {
      if (mainClass(jar).isPresent()) {
        return Optional.of(jar);
      }
    }
    return Optional.empty();
  }

  /** Returns the startable jars of the modules below a folder. */
  static List<Path> below(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path module : ReadableFiles.in(folder, 2)) {
      for (String output : OUTPUTS) {
        if (!module.equals(folder)) {
          in(module.resolve(output)).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** Replaces the version in the jar's name by {@code *}, if only this jar matches then. */
  static Path written(Path folder, Path jar) throws IOException {
    String name = String.valueOf(jar.getFileName());
    // The second is for shop-1.0-exec.jar, which is next to shop-1.0.jar.
    for (String end : List.of("", "-[a-z]+")) {
      Path pattern =
          jar.resolveSibling(name.replaceFirst("-\\d.*(?=%s\\.[jw]ar$)".formatted(end), "-*"));
      if (BuiltFile.matching(folder, pattern.toString()).size() == 1) {
        return pattern;
      }
    }
    return jar;
  }

  private static List<Path> files(Path folder, String pattern) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(pattern))
          .sorted(Comparator.comparingLong((Path file) -> file.toFile().length()).reversed())
          .toList();
    }
  }

  /** Returns the Spring Boot version in the jar's manifest, if there is one. */
  static Optional<String> springBoot(Path jar) throws IOException {
    return attribute(jar, new Attributes.Name("Spring-Boot-Version"));
  }

  /** Returns the files that the jar's manifest names as libraries, and that are not there. */
  static List<String> absent(Path jar) throws IOException {
    return attribute(jar, Attributes.Name.CLASS_PATH).stream()
        .flatMap(names -> Stream.of(names.split("\\s+")))
        .filter(name -> !name.isEmpty() && !name.contains(":"))
        .filter(name -> !Files.exists(jar.resolveSibling(name)))
        .toList();
  }

  private static Optional<String> mainClass(Path jar) throws IOException {
    try {
      return attribute(jar, Attributes.Name.MAIN_CLASS).filter(name -> !name.equals(JMH));
    } catch (ZipException damaged) {
      return Optional.empty();
    }
  }

  private static Optional<String> attribute(Path jar, Attributes.Name name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      return manifest == null
          ? Optional.empty()
          : Optional.ofNullable(manifest.getMainAttributes().getValue(name));
    }
  }

  /** Reports whether classes of a WAR use {@code javax.servlet}, and none its successor. */
  static boolean isJavaEe(Path war) throws IOException {
    boolean old = false;
    try (JarFile file = new JarFile(war.toFile())) {
      for (ZipEntry entry : file.stream().toList()) {
        if (entry.getName().matches("WEB-INF/classes/.*[.]class")) {
          String code =
              new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
          if (code.contains("jakarta/servlet/")) {
            return false;
          }
          old |= code.contains("javax/servlet/");
        }
      }
    }
    return old;
  }
}
