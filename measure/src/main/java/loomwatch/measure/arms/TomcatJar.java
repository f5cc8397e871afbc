package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The Tomcat among a server's jars. */
public final class TomcatJar {
  private TomcatJar() {}

  /**
   * Requires one there.
   *
   * @throws ArmException when there are two, as where one release was unpacked over another: the
   *     older would run, and nobody would notice
   */
  static void requireOne(Path app) throws IOException {
    core(app);
  }

  /**
   * Its version, from its manifest; {@code unknown} when that does not tell.
   *
   * @throws ArmException as {@link #requireOne}
   */
  public static String version(Path app) throws IOException {
    try (JarFile jar = new JarFile(core(app).toFile())) {
      String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
      return version == null ? "unknown" : version;
    }
  }

  private static Path core(Path app) throws IOException {
    try (Stream<Path> jars = Files.list(app)) {
      List<Path> cores =
          jars.filter(jar -> String.valueOf(jar.getFileName()).startsWith("tomcat-embed-core"))
              .sorted()
              .toList();
      if (cores.isEmpty()) {
        throw new IOException(app + " holds no tomcat-embed-core jar");
      }
      if (cores.size() > 1) {
        throw new ArmException(
            "%s must hold one tomcat-embed-core jar, was %s; remove Loomwatch's folder, and unpack"
                    .formatted(app, cores.stream().map(app::relativize).toList())
                + " it again");
      }
      return cores.getFirst();
    }
  }
}
