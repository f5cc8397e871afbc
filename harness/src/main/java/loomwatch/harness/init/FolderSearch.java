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

/** Searches a folder for how to build and start its service. */
final class FolderSearch {
  /** Matches the packaging of a WAR in Maven and Gradle. */
  private static final String WAR =
      "(?s).*(<packaging>\\s*war\\s*</packaging>|\\bid\\W+war\\b|plugin:\\s*['\"]war\\b|\\n\\s*`?war`?\\s*\\n).*";

  /** Cleans, as a jar of an earlier version would be ambiguous. */
  private static final String NO_TESTS = " -q -DskipTests clean package";

  private final Path folder;

  FolderSearch(Path folder) {
    this.folder = folder;
  }

  /** Returns the build; empty without Maven and Gradle. */
  Optional<DetectedBuild> find() throws IOException {
    if (has("pom.xml")) {
      String maven = wrapper("mvnw").orElse("mvn");
      return Optional.of(
          found(text("pom.xml"), "Maven", maven + NO_TESTS, folder.resolve("target")));
    }
    for (String file : List.of("build.gradle", "build.gradle.kts")) {
      if (has(file)) {
        String text = text(file);
        String gradle = wrapper("gradlew").orElse("gradle");
        String task =
            text.contains("springframework.boot") ? " -q clean bootJar" : " -q clean assemble";
        return Optional.of(
            found(text, "Gradle", gradle + task, folder.resolve("build").resolve("libs")));
      }
    }
    return Optional.empty();
  }

  private static DetectedBuild found(String buildFile, String tool, String build, Path jars) {
    if (buildFile.contains("spring-boot") || buildFile.contains("springframework.boot")) {
      return new DetectedBuild(
          "Spring Boot, built by " + tool,
          build,
          jars,
          List.of("--server.port={port}"),
          List.of(),
          buildFile.contains("actuator") ? "/actuator/health" : "{port: true}",
          DetectedBuild.VirtualThreads.SPRING);
    }
    if (buildFile.contains("io.quarkus")) {
      Path app = Path.of(jars.toString().replaceFirst("libs$", "")).resolve("quarkus-app");
      return new DetectedBuild(
          "Quarkus, built by " + tool,
          build.replace(" assemble", " quarkusBuild"),
          app,
          List.of(),
          List.of("-Dquarkus.http.port={port}"),
          buildFile.contains("smallrye-health") ? "/q/health/ready" : "{port: true}",
          DetectedBuild.VirtualThreads.UNKNOWN);
    }
    if (buildFile.matches(WAR)) {
      return new DetectedBuild(
          "a web application, built by " + tool,
          build,
          jars,
          List.of(),
          List.of(),
          "",
          DetectedBuild.VirtualThreads.DEPLOYED);
    }
    return new DetectedBuild(
        "a program built by " + tool,
        build,
        jars,
        List.of("--port={port}"),
        List.of(),
        "{port: true}",
        DetectedBuild.VirtualThreads.UNKNOWN);
  }

  /** Returns the wrapper of the folder, or of the repository that contains it. */
  private Optional<String> wrapper(String file) {
    String up = "./";
    for (Path at = folder; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve(file))) {
        return Optional.of(up + file);
      }
      if (Files.exists(at.resolve(".git"))) {
        return Optional.empty();
      }
      up = (up + "../").replaceFirst("^[.]/[.]", ".");
    }
    return Optional.empty();
  }

  private boolean has(String file) {
    return Files.isRegularFile(folder.resolve(file));
  }

  private String text(String file) throws IOException {
    // The searched words are ASCII, so the file's charset does not matter.
    return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1);
  }

  /**
   * How a folder's service can be built and started, according to its files.
   *
   * @param build a shell command; empty when there is nothing to build
   * @param jars folder in which the build puts a runnable jar
   * @param jvmArguments before {@code -jar}
   * @param ready the value of {@code ready}, as YAML
   * @param virtual how to switch between platform and virtual threads
   */
  record DetectedBuild(
      String what,
      String build,
      Path jars,
      List<String> arguments,
      List<String> jvmArguments,
      String ready,
      VirtualThreads virtual) {

    DetectedBuild {
      arguments = List.copyOf(arguments);
      jvmArguments = List.copyOf(jvmArguments);
    }

    List<String> start(Path jar) {
      List<String> words = new ArrayList<>(List.of("java"));
      words.addAll(jvmArguments);
      words.addAll(List.of("-jar", jar.toString()));
      words.addAll(arguments);
      return words;
    }

    /** Returns this build with a jar's Spring Boot version, which outweighs build files. */
    DetectedBuild ofSpringBoot(String version) {
      if (virtual == VirtualThreads.DEPLOYED) {
        return this;
      }
      boolean old = version.matches("[0-2][.].*|3[.][01][.].*");
      return new DetectedBuild(
          what,
          build,
          jars,
          List.of("--server.port={port}"),
          jvmArguments,
          ready,
          old ? VirtualThreads.UNKNOWN : VirtualThreads.SPRING);
    }

    /** How a service is switched to virtual threads. */
    enum VirtualThreads {
      /** Spring's property switches it. */
      SPRING,
      /** Loomwatch's Tomcat deploys the service in both modes. */
      DEPLOYED,
      /** No switch is known, so there is one mode. */
      UNKNOWN
    }
  }

  /** Finds the jar or WAR of a folder that {@code java -jar} starts, or a server deploys. */
  static final class StartableJar {
    private StartableJar() {}

    /** Returns the newest WAR, if there is one. */
    static Optional<Path> warIn(Path folder) throws IOException {
      if (!Files.isDirectory(folder)) {
        return Optional.empty();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().endsWith(".war")).sorted(newest()).findFirst();
      }
    }

    /** Returns the newest jar with a main class, if there is one. */
    static Optional<Path> in(Path folder) throws IOException {
      if (!Files.isDirectory(folder)) {
        return Optional.empty();
      }
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> jars =
            files
                .filter(file -> file.toString().matches(".*\\.(jar|war)"))
                .sorted(newest())
                .toList();
        for (Path jar : jars) {
          if (namesMain(jar)) {
            return Optional.of(jar);
          }
        }
        return Optional.empty();
      }
    }

    /** Returns the Spring Boot version in the jar's manifest, if there is one. */
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
}
