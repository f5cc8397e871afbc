package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartableJarTest {
  @TempDir Path folder;

  @Test
  void springBoot_jarThatItMade_isItsVersion() throws Exception {
    Manifest manifest = manifest();
    manifest.getMainAttributes().putValue("Spring-Boot-Version", "3.1.12");

    assertThat(StartableJar.springBoot(jar(manifest))).contains("3.1.12");
  }

  @Test
  void springBoot_otherJar_isNone() throws Exception {
    assertThat(StartableJar.springBoot(jar(manifest()))).isEmpty();
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return manifest;
  }

  private Path jar(Manifest manifest) throws Exception {
    Path jar = folder.resolve("shop.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }
}
