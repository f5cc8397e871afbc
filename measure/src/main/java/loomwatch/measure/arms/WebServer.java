package loomwatch.measure.arms;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.WebApplication;
import org.jspecify.annotations.Nullable;

/** The servers that a team's web application can be deployed in: one of each line of Tomcat. */
final class WebServer {
  private final Path server;

  /**
   * Those of a checkout.
   *
   * @param root the checkout, built
   */
  WebServer(Path root) {
    this.server = root.resolve("server/target");
  }

  /**
   * The service with what deploys it; itself when it is no web application.
   *
   * @param tomcat a version in place of its file's line, or null
   * @throws ArmException when there is no such server
   */
  ServiceSpec deploying(ServiceSpec service, @Nullable String tomcat) throws IOException {
    if (service.start().war().isEmpty()) {
      return service;
    }
    String line = tomcat == null ? service.start().war().get().tomcat() : lineOf(tomcat);
    List<String> jars = new ArrayList<>();
    try (Stream<Path> app = Files.list(server.resolve("app"))) {
      app.filter(jar -> String.valueOf(jar.getFileName()).startsWith("server-"))
          .forEach(jar -> jars.add(jar.toString()));
    }
    Path deployer = server.resolve("webapp").resolve(line);
    TomcatJar.requireOne(deployer);
    jars.add(JarContent.classPath(deployer));
    return service.given(Map.of(WebApplication.CLASS_PATH, String.join(File.pathSeparator, jars)));
  }

  private String lineOf(String version) throws IOException {
    List<String> versions = new ArrayList<>();
    for (String line : WebApplication.LINES) {
      String has = TomcatJar.version(server.resolve("webapp").resolve(line));
      if (has.equals(version)) {
        return line;
      }
      versions.add(has);
    }
    throw new ArmException(
        "tomcat must be %s, which web applications can be deployed in, was %s"
            .formatted(String.join(" or ", versions), version));
  }
}
