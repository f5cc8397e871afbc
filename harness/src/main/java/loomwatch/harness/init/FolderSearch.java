package loomwatch.harness.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.init.Found.Virtual;

/** Looks at a folder for what builds and starts its service. */
final class FolderSearch {
  /** As Maven says it, and Gradle. */
  private static final String WAR =
      "(?s).*(<packaging>\\s*war\\s*</packaging>|\\bid\\W+war\\b|plugin:\\s*['\"]war\\b|\\n\\s*`?war`?\\s*\\n).*";

  /** Clean, because a jar of an earlier version beside the new one leaves open which to start. */
  private static final String NO_TESTS = " -q -DskipTests clean package";

  private final Path folder;

  FolderSearch(Path folder) {
    this.folder = folder;
  }

  /** What it finds; nothing where neither Maven nor Gradle builds. */
  Optional<Found> find() throws IOException {
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

  private static Found found(String buildFile, String tool, String build, Path jars) {
    if (buildFile.contains("spring-boot") || buildFile.contains("springframework.boot")) {
      return new Found(
          "Spring Boot, built by " + tool,
          build,
          jars,
          List.of("--server.port={port}"),
          List.of(),
          buildFile.contains("actuator") ? "/actuator/health" : "{port: true}",
          Virtual.SPRING);
    }
    if (buildFile.contains("io.quarkus")) {
      Path app = Path.of(jars.toString().replaceFirst("libs$", "")).resolve("quarkus-app");
      return new Found(
          "Quarkus, built by " + tool,
          build.replace(" assemble", " quarkusBuild"),
          app,
          List.of(),
          List.of("-Dquarkus.http.port={port}"),
          buildFile.contains("smallrye-health") ? "/q/health/ready" : "{port: true}",
          Virtual.UNKNOWN);
    }
    if (buildFile.matches(WAR)) {
      return new Found(
          "a web application, built by " + tool,
          build,
          jars,
          List.of(),
          List.of(),
          "",
          Virtual.DEPLOYED);
    }
    return new Found(
        "a program built by " + tool,
        build,
        jars,
        List.of("--port={port}"),
        List.of(),
        "{port: true}",
        Virtual.UNKNOWN);
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
}
