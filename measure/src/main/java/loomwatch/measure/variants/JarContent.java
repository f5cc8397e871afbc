package loomwatch.measure.variants;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import loomwatch.results.files.Sha256;

/** The content of jars that is the same in each build: names and bytes, no times or manifests. */
final class JarContent {
  private static final String SERVER = "loomwatch/server/";
  private static final String SUITE = "loomwatch/jmh/";

  private JarContent() {}

  static List<Path> jars(Path directory) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
      found.forEach(jars::add);
    }
    jars.sort(Comparator.naturalOrder());
    return jars;
  }

  /** Returns the class path, sorted by name, as a wildcard's order depends on the file system. */
  static String classPath(Path app) throws IOException {
    return jars(app).stream()
        .map(jar -> jar.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  static String ofServer(Path app) throws IOException {
    return hash(entries(app));
  }

  /**
   * Returns a hash of what the JMH suite runs, including Tomcat, whose executors it measures. The
   * server's jar counts only if a class of the suite refers to it, so that a change of the server
   * alone does not affect the suite.
   */
  static String ofSuite(Path app) throws IOException {
    Map<String, byte[]> entries = entries(app);
    boolean usesServer =
        entries.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(SUITE))
            .anyMatch(entry -> names(entry.getValue(), SERVER));
    if (!usesServer) {
      entries.keySet().removeIf(name -> name.startsWith(SERVER));
    }
    return hash(entries);
  }

  private static boolean names(byte[] bytes, String packageName) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.contains(packageName) || text.contains(packageName.replace('/', '.'));
  }

  private static Map<String, byte[]> entries(Path app) throws IOException {
    return entries(jars(app));
  }

  static Map<String, byte[]> entries(List<Path> jars) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile())) {
        for (JarEntry entry : jar.stream().filter(JarContent::counts).toList()) {
          try (var bytes = jar.getInputStream(entry)) {
            // The first entry of a name wins, as on the class path.
            entries.putIfAbsent(entry.getName(), bytes.readAllBytes());
          }
        }
      }
    }
    return entries;
  }

  private static boolean counts(JarEntry entry) {
    String name = entry.getName();
    return !entry.isDirectory()
        && !name.equals(JarFile.MANIFEST_NAME)
        && !name.startsWith("META-INF/maven/");
  }

  static String hash(Map<String, byte[]> entries) {
    return Sha256.hex(
        entries.entrySet().stream()
            .map(entry -> Sha256.hex(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining("\n")));
  }

  static String tomcatVersion(Path app) throws IOException {
    try (JarFile jar = new JarFile(tomcat(app).toFile())) {
      String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
      return version == null ? "unknown" : version;
    }
  }

  /**
   * Returns Tomcat's jar in a server.
   *
   * @throws VariantException for two, as when one release was unpacked over another: the older
   *     would run unnoticed
   */
  static Path tomcat(Path app) throws IOException {
    List<Path> cores =
        jars(app).stream()
            .filter(jar -> String.valueOf(jar.getFileName()).startsWith("tomcat-embed-core"))
            .toList();
    if (cores.isEmpty()) {
      throw new IOException(app + " holds no tomcat-embed-core jar");
    }
    if (cores.size() > 1) {
      throw new VariantException(
          "%s must hold one tomcat-embed-core jar, was %s; remove Loomwatch's folder, and unpack"
                  .formatted(app, cores.stream().map(app::relativize).toList())
              + " it again");
    }
    return cores.getFirst();
  }
}
