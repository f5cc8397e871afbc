package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
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

  @Test
  void absent_librariesOfTheManifest_areThoseThatAreNotThere() throws Exception {
    Manifest manifest = manifest();
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/core.jar lib/here.jar");
    Files.createDirectories(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/here.jar"));

    assertThat(StartableJar.absent(jar(manifest))).containsExactly("lib/core.jar");
  }

  @Test
  void isJavaEe_war_isThatOfItsClasses() throws Exception {
    assertThat(StartableJar.isJavaEe(war("javax/servlet/http/HttpServlet"))).isTrue();
    assertThat(StartableJar.isJavaEe(war("jakarta/servlet/http/HttpServlet"))).isFalse();
  }

  private Path war(String words) throws Exception {
    Path war = folder.resolve("shop.war");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(war))) {
      out.putNextEntry(new ZipEntry("WEB-INF/classes/A.class"));
      out.write(words.getBytes(StandardCharsets.US_ASCII));
    }
    return war;
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
