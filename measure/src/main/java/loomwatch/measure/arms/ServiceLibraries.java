package loomwatch.measure.arms;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
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
import loomwatch.measure.subject.Components;
import loomwatch.measure.subject.Placeholders;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.WebApplication;
import loomwatch.results.files.Sha256;

/**
 * What a service is started from: the libraries that decide its toolchain, and all else, its own.
 *
 * @param tomcat its version; {@value #NONE} where there is none, or not where we look
 * @param versions by the name of the artifact; only those that are components
 * @param own a hash of the jar that is started without its components; empty where there is none
 */
record ServiceLibraries(String tomcat, Map<String, String> versions, String own) {
  private static final String NONE = "none";
  private static final String TOMCAT = "tomcat-embed-core";

  private static final Pattern JAR = Pattern.compile("(?:.*/)?([^/]+?)-(\\d[^/]*)\\.jar");
  private static final Pattern NESTED =
      Pattern.compile("(?:BOOT-INF/lib|WEB-INF/lib|WEB-INF/lib-provided)/[^/]+\\.jar");
  private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

  /** What a build writes anew each time, what lists libraries, and what starts them. */
  private static final Pattern NOT_OWN =
      Pattern.compile(
          "META-INF/(MANIFEST\\.MF|maven/.*|build-info\\.properties|sbom/.*)|(.*/)?git\\.properties"
              + "|BOOT-INF/[^/]+\\.idx|org/springframework/boot/loader/.*");

  private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

  ServiceLibraries {
    versions = Map.copyOf(versions);
  }

  /** As it lies there, built; nothing of what cannot be read as a jar. */
  static ServiceLibraries of(ServiceSpec service) throws IOException {
    Reading reading = new Reading(service.components());
    List<String> words = start(service);
    Path folder = service.directory();
    String own = "";
    int jar = words.indexOf("-jar");
    if (jar >= 0 && jar + 1 < words.size()) {
      Optional<Path> started = resolved(folder, words.get(jar + 1)).filter(Files::isRegularFile);
      if (started.isPresent()) {
        own = reading.started(started.get());
      }
    }
    for (String option : CLASS_PATH) {
      int at = words.indexOf(option);
      if (at >= 0 && at + 1 < words.size()) {
        reading.classPath(folder, words.get(at + 1));
      }
    }
    Optional<Path> war =
        service
            .war()
            .flatMap(each -> resolved(folder, service.meant(each.path())))
            .filter(Files::exists);
    if (war.isPresent()) {
      own = Files.isDirectory(war.get()) ? reading.exploded(war.get()) : reading.started(war.get());
      reading.classPath(folder, service.given().getOrDefault(WebApplication.CLASS_PATH, ""));
    }
    // As the scripts that Gradle's application plugin writes: bin/shop beside lib/.
    Optional<Path> beside = resolved(folder, words.getFirst() + "/../../lib");
    if (words.getFirst().contains("/") && beside.isPresent()) {
      reading.folder(beside.get());
    }
    return new ServiceLibraries(reading.tomcat, reading.versions, own);
  }

  /**
   * The words of its start with the files they mean. Of builds that differ by mode, the first
   * mode's: their libraries are the same.
   */
  static List<String> start(ServiceSpec service) {
    String mode = service.modes().keySet().iterator().next().label();
    return service.start().stream()
        .map(word -> Placeholders.fill(service.meant(word), Map.of(Placeholders.MODE, mode)))
        .toList();
  }

  private static Optional<Path> resolved(Path folder, String path) {
    try {
      return Optional.of(folder.resolve(path).normalize());
    } catch (InvalidPathException notOne) {
      return Optional.empty();
    }
  }

  /** Collects versions; the first of a name wins, as on the class path. */
  private static final class Reading {
    private final Components components;
    private final List<String> own = new ArrayList<>();
    final Map<String, String> versions = new TreeMap<>();
    String tomcat = NONE;

    Reading(Components components) {
      this.components = components;
    }

    /** Whether it is of the toolchain. */
    private boolean add(String artifact, String version) {
      if (artifact.equals(TOMCAT) && tomcat.equals(NONE)) {
        tomcat = version;
      }
      Optional<String> component = components.find(artifact);
      component.ifPresent(name -> versions.putIfAbsent(name, version));
      return component.isPresent() || artifact.equals(TOMCAT);
    }

    /** Whether it is of the toolchain. */
    private boolean byName(String path) {
      Matcher jar = JAR.matcher(path);
      return jar.matches() && add(jar.group(1), jar.group(2));
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
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
          jars.forEach(jar -> byName(jar.toString()));
        }
      }
    }

    /** Of a web application that is a folder; what is its own is not looked at. */
    String exploded(Path folder) throws IOException {
      folder(folder.resolve("WEB-INF/lib"));
      return "";
    }

    /** Returns the hash of what is its own. */
    String started(Path jar) throws IOException {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : zip.stream().toList()) {
          String name = entry.getName();
          if (POM.matcher(name).matches()) {
            shaded(zip, entry);
          } else if (name.equals("META-INF/MANIFEST.MF")) {
            manifest(jar, zip, entry);
          }
          if (!NESTED.matcher(name).matches() || !byName(name)) {
            addOwn(entry);
          }
        }
        // Quarkus keeps its libraries beside the jar it is started by, and its own classes too.
        for (String folder : List.of("lib/main", "lib/boot", "app")) {
          beside(jar.resolveSibling(folder));
        }
      } catch (ZipException noJar) {
        return "";
      }
      own.sort(null);
      return own.isEmpty() ? "" : Sha256.hex(String.join("\n", own));
    }

    private void beside(Path folder) throws IOException {
      if (!Files.isDirectory(folder)) {
        return;
      }
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
        for (Path jar : jars) {
          if (!byName(jar.toString())) {
            addOwn(jar);
          }
        }
      }
    }

    private void addOwn(Path jar) throws IOException {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        zip.stream().forEach(this::addOwn);
      }
    }

    private void addOwn(ZipEntry entry) {
      String name = entry.getName();
      if (!entry.isDirectory() && !NOT_OWN.matcher(name).matches()) {
        own.add(name + " " + Long.toHexString(entry.getCrc()) + " " + entry.getSize());
      }
    }

    /** Of a jar into which others were unpacked. */
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

    /** What it names lies beside the jar; of what is not there, or no jar, nothing is known. */
    private void manifest(Path jar, ZipFile zip, ZipEntry entry) throws IOException {
      try (var stream = zip.getInputStream(entry)) {
        String path = new Manifest(stream).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        for (String named : path == null ? List.<String>of() : List.of(path.split(" "))) {
          if (!byName(named) && Files.isRegularFile(jar.resolveSibling(named))) {
            addOwn(jar.resolveSibling(named));
          }
        }
      }
    }
  }
}
