package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The Tomcat among a server's jars. */
public final class TomcatJar {
  private TomcatJar() {}

  /** Its version, from its manifest; {@code unknown} when that does not tell. */
  public static String version(Path app) throws IOException {
    try (Stream<Path> jars = Files.list(app)) {
      Path core =
          jars.filter(jar -> String.valueOf(jar.getFileName()).startsWith("tomcat-embed-core"))
              .findFirst()
              .orElseThrow(() -> new IOException(app + " holds no tomcat-embed-core jar"));
      try (JarFile jar = new JarFile(core.toFile())) {
        String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
        return version == null ? "unknown" : version;
      }
    }
  }
}
