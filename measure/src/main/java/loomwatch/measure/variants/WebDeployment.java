package loomwatch.measure.variants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import org.jspecify.annotations.Nullable;

/**
 * The Tomcat of Loomwatch that deploys web applications.
 *
 * @param server the folder that the server that ships was built into
 */
record WebDeployment(Path server) {
  /**
   * Adds the Tomcat that deploys a web application; other services are returned as they are.
   *
   * @param tomcat a version that replaces the line in its file, or null
   * @throws VariantException if there is no such server
   */
  ServiceSpec of(ServiceSpec service, @Nullable String tomcat) throws IOException {
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
    JarContent.tomcat(deployer);
    jars.add(JarContent.classPath(deployer));
    return service.given(Map.of(WebApplication.CLASS_PATH, String.join(File.pathSeparator, jars)));
  }

  private String lineOf(String version) throws IOException {
    List<String> versions = new ArrayList<>();
    for (String line : WebApplication.LINES) {
      String has = JarContent.tomcatVersion(server.resolve("webapp").resolve(line));
      if (has.equals(version)) {
        return line;
      }
      versions.add(has);
    }
    throw new VariantException(
        "tomcat must be %s, which web applications can be deployed in, was %s"
            .formatted(String.join(" or ", versions), version));
  }
}
