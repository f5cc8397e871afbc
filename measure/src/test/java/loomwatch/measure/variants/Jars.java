package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Writes jars for tests. */
final class Jars {
  private Jars() {}

  static void write(Path file, Map<String, String> entries, Map<String, String> attributes)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::putValue);
    Files.createDirectories(file.getParent());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
