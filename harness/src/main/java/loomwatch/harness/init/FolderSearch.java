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

/** Searches a folder for what builds and starts its service. */
final class FolderSearch {
  /** As Maven says it, and Gradle. */
  private static final String WAR =
      "(?s).*(<packaging>\\s*war\\s*</packaging>|\\bid\\W+war\\b|plugin:\\s*['\"]war\\b|\\n\\s*`?war`?\\s*\\n).*";

  /** Clean, because a jar of an earlier version leaves open which to start. */
  private static final String NO_TESTS = " -q -DskipTests clean package";

  private final Path folder;

  FolderSearch(Path folder) {
    this.folder = folder;
  }

  /** What it finds; nothing where neither Maven nor Gradle builds. */
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

  /** That of the folder, or of the repository that it is a part of. */
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
    // What is looked for is ASCII, and a build file in another charset is none the worse.
    return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1);
  }

  /**
   * How the service of a folder can be built and started, as far as its files say.
   *
   * @param build a command line for a shell; empty when there is nothing to build
   * @param jars where the build leaves a jar that can be started
   * @param jvmArguments before {@code -jar}
   * @param ready the value of {@code ready}, as YAML
   * @param virtual what switches between platform and virtual threads
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

    /**
     * The same of a jar that Spring Boot made: what it says of itself counts more than build files.
     *
     * @param version such as {@code 3.2.0}; one before 3.2 knows no virtual threads
     */
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

    /** How a service is given which threads serve its requests. */
    enum VirtualThreads {
      /** By Spring's property. */
      SPRING,
      /** It has no server of its own: Loomwatch's Tomcat deploys it in both modes. */
      DEPLOYED,
      /** Nothing we know of does: one mode. */
      UNKNOWN
    }
  }

  /** The jar or WAR of a folder that {@code java -jar} starts, or a server deploys. */
  static final class StartableJar {
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
}
