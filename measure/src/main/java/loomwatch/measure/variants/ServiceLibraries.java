package loomwatch.measure.variants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import loomwatch.measure.service.Placeholders;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.WebApplication;

/**
 * The libraries of a service that belong to its runtime.
 *
 * @param tomcat its version; {@value #NONE} if none is found
 * @param versions by artifact; components only
 * @param jars versions of all libraries that are found, by artifact
 */
record ServiceLibraries(String tomcat, Map<String, String> versions, Map<String, String> jars) {
  private static final String NONE = "none";
  private static final String TOMCAT = "tomcat-embed-core";

  private static final Pattern JAR = Pattern.compile("(?:.*/)?([^/]+?)-(\\d[^/]*)\\.jar");
  private static final Pattern NESTED =
      Pattern.compile("(?:BOOT-INF/lib|WEB-INF/lib|WEB-INF/lib-provided)/[^/]+\\.jar");
  private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

  static final List<String> JAR_OPTION = List.of("-jar");
  static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

  ServiceLibraries {
    versions = Map.copyOf(versions);
    jars = Map.copyOf(jars);
  }

  static ServiceLibraries of(ServiceSpec service) throws IOException {
    List<String> words = start(service);
    if (words.isEmpty()) {
      return new ServiceLibraries(NONE, Map.of(), Map.of());
    }
    Reading reading = new Reading(service.components());
    Path folder = service.directory();
    for (String jar : following(words, JAR_OPTION)) {
      Optional<Path> started = resolved(folder, jar).filter(Files::isRegularFile);
      if (started.isPresent()) {
        reading.started(started.get());
      }
    }
    for (String path : following(words, CLASS_PATH)) {
      reading.classPath(folder, path);
    }
    Optional<Path> war =
        service
            .start()
            .war()
            .flatMap(each -> resolved(folder, service.meant(each.path())))
            .filter(Files::exists);
    if (war.isPresent()) {
      if (Files.isDirectory(war.get())) {
        reading.folder(war.get().resolve("WEB-INF/lib"));
      } else {
        reading.started(war.get());
      }
      reading.classPath(folder, service.given().getOrDefault(WebApplication.CLASS_PATH, ""));
    }
    // Scripts of Gradle's application plugin are in bin/, next to lib/.
    Optional<Path> beside = resolved(folder, words.getFirst() + "/../../lib");
    if (words.getFirst().contains("/") && beside.isPresent()) {
      reading.folder(beside.get());
    }
    return new ServiceLibraries(reading.tomcat, reading.versions, reading.jars);
  }

  /** Returns the words of the start in its first mode, with actual file names. */
  static List<String> start(ServiceSpec service) {
    String mode = service.modes().keySet().iterator().next().label();
    return service.start().words().stream()
        .map(word -> Placeholders.fill(service.meant(word), Map.of(Placeholders.MODE, mode)))
        .toList();
  }

  static List<String> following(List<String> words, List<String> options) {
    List<String> values = new ArrayList<>();
    for (String option : options) {
      int at = words.indexOf(option);
      if (at >= 0 && at + 1 < words.size()) {
        values.add(words.get(at + 1));
      }
    }
    return values;
  }

  /**
   * Returns the started jar, the web application, and the class path's jars and folders, in which
   * the first of a class wins; those that exist.
   */
  static List<Path> classPath(ServiceSpec service) throws IOException {
    List<String> words = start(service);
    List<String> paths = new ArrayList<>(following(words, JAR_OPTION));
    service.start().war().ifPresent(war -> paths.add(service.meant(war.path())));
    List<String> joined = new ArrayList<>(following(words, CLASS_PATH));
    joined.add(service.given().getOrDefault(WebApplication.CLASS_PATH, ""));
    joined.forEach(path -> paths.addAll(List.of(path.split(File.pathSeparator))));
    paths.removeIf(String::isEmpty);
    List<Path> found = new ArrayList<>();
    for (String path : paths) {
      boolean all = path.endsWith("*");
      Optional<Path> place =
          resolved(service.directory(), all ? path.substring(0, path.length() - 1) : path)
              .filter(Files::exists);
      if (place.isPresent()) {
        found.addAll(
            all && Files.isDirectory(place.get())
                ? JarContent.jars(place.get())
                : List.of(place.get()));
      }
    }
    return found;
  }

  static Optional<Path> resolved(Path folder, String path) {
    try {
      return Optional.of(folder.resolve(path).normalize());
    } catch (InvalidPathException notOne) {
      return Optional.empty();
    }
  }

  /** Collects versions; the first of a name wins, as on the class path. */
  private static final class Reading {
    private final Components components;
    final Map<String, String> versions = new TreeMap<>();
    final Map<String, String> jars = new TreeMap<>();
    String tomcat = NONE;

    Reading(Components components) {
      this.components = components;
    }

    private void add(String artifact, String version) {
      if (artifact.equals(TOMCAT) && tomcat.equals(NONE)) {
        tomcat = version;
      }
      jars.putIfAbsent(artifact, version);
      Optional<String> component = components.find(artifact);
      component.ifPresent(name -> versions.putIfAbsent(name, version));
    }

    private void byName(String path) {
      Matcher jar = JAR.matcher(path);
      if (jar.matches()) {
        add(jar.group(1), jar.group(2));
      }
    }

    void classPath(Path folder, String path) throws IOException {
      for (String each : path.split(File.pathSeparator)) {
        if (each.equals("*") || each.endsWith("/*")) {
          Optional<Path> all = resolved(folder, each.substring(0, each.length() - 1));
          if (all.isPresent()) {
            folder(all.get());
          }
        } else {
          byName(each);
        }
      }
    }

    void folder(Path folder) throws IOException {
      if (Files.isDirectory(folder)) {
        JarContent.jars(folder).forEach(jar -> byName(jar.toString()));
      }
    }

    void started(Path jar) throws IOException {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : zip.stream().toList()) {
          String name = entry.getName();
          if (POM.matcher(name).matches()) {
            shaded(zip, entry);
          } else if (name.equals("META-INF/MANIFEST.MF")) {
            manifest(zip, entry);
          }
          if (NESTED.matcher(name).matches()) {
            byName(name);
          }
        }
        // Quarkus keeps its libraries next to the jar it is started by.
        for (String folder : List.of("lib/main", "lib/boot", "app")) {
          folder(jar.resolveSibling(folder));
        }
      } catch (ZipException noJar) {
        // The file has no readable libraries.
      }
    }

    private void shaded(ZipFile zip, ZipEntry entry) throws IOException {
      Properties properties = new Properties();
      try (var stream = zip.getInputStream(entry)) {
        properties.load(stream);
      } catch (IllegalArgumentException malformed) {
        return;
      }
      String artifact = properties.getProperty("artifactId");
      String version = properties.getProperty("version");
      if (artifact != null && version != null && !version.isBlank()) {
        add(artifact, version);
      }
    }

    private void manifest(ZipFile zip, ZipEntry entry) throws IOException {
      try (var stream = zip.getInputStream(entry)) {
        String path = new Manifest(stream).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        for (String named : path == null ? List.<String>of() : List.of(path.split(" "))) {
          byName(named);
        }
      }
    }
  }
}
