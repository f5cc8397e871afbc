package loomwatch.measure.variants;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.service.ServiceSpec;

/** Finds classes of Tomcat or the JDK that differ, in whichever of their methods. */
public final class ChangedClasses {
  private static final String ENDING = ".class";

  private ChangedClasses() {}

  /**
   * Compares Tomcat's classes.
   *
   * @param types names of the classes to compare
   * @return empty if a variant's Tomcat is not found
   */
  public static Optional<Set<String>> ofTomcat(
      ServiceSpec base, ServiceSpec head, Set<String> types) throws IOException {
    return between(inJars(base, types), inJars(head, types));
  }

  /**
   * Compares the JDK's classes.
   *
   * @param types names of the classes to compare
   * @return empty if a JDK's modules cannot be read
   */
  public static Optional<Set<String>> ofJdk(Jdk base, Jdk head, Set<String> types)
      throws IOException {
    return between(inModules(base.home(), types), inModules(head.home(), types));
  }

  private static Optional<Set<String>> between(Map<String, String> base, Map<String, String> head) {
    if (base.isEmpty() || head.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Stream.concat(base.keySet().stream(), head.keySet().stream())
            .filter(type -> !Objects.equals(base.get(type), head.get(type)))
            .collect(Collectors.toSet()));
  }

  private static Map<String, String> inJars(ServiceSpec service, Set<String> types)
      throws IOException {
    Map<String, String> found = new HashMap<>();
    try (ClassFiles files = new ClassFiles(service, jar -> jar.startsWith("tomcat-"))) {
      for (Map.Entry<String, Path> each : files.without(Set.of()).entrySet()) {
        if (types.contains(each.getKey())) {
          found.put(each.getKey(), new ClassFile(Files.readAllBytes(each.getValue())).hash());
        }
      }
    }
    return found;
  }

  private static Map<String, String> inModules(Path home, Set<String> types) throws IOException {
    Map<String, String> found = new HashMap<>();
    try (FileSystem modules =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
      for (String type : types) {
        Optional<Path> file = inModules(modules, type);
        if (file.isPresent()) {
          found.put(type, new ClassFile(Files.readAllBytes(file.get())).hash());
        }
      }
    } catch (IOException | ProviderNotFoundException unreadable) {
      return Map.of();
    }
    return found;
  }

  /** Finds a class by its package, which only one module with code contains. */
  private static Optional<Path> inModules(FileSystem modules, String type) throws IOException {
    int dot = type.lastIndexOf('.');
    Path owners = modules.getPath("/packages", dot < 0 ? "" : type.substring(0, dot));
    if (dot < 0 || !Files.isDirectory(owners)) {
      return Optional.empty();
    }
    try (Stream<Path> links = Files.list(owners)) {
      return links
          .map(module ->
              modules.getPath(
                  "/modules", module.getFileName().toString(), type.replace('.', '/') + ENDING))
          .filter(Files::isRegularFile)
          .findFirst();
    }
  }
}
