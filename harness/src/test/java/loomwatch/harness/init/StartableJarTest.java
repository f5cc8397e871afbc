package loomwatch.harness.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
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

  /** As a database's, which a container wrote. */
  @Test
  void below_folderOfAnotherUser_isPassedOver() throws Exception {
    Manifest manifest = manifest();
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Shop");
    Path jar = jar(manifest);
    Path target = Files.createDirectories(folder.resolve("web/target"));
    Files.copy(jar, target.resolve("web.jar"));
    Path data = Files.createDirectory(folder.resolve("pgdata"));
    Files.setPosixFilePermissions(data, Set.of());
    assumeThat(Files.isReadable(data)).as("root reads all").isFalse();

    assertThat(StartableJar.below(folder)).containsExactly(target.resolve("web.jar"));
    assertThat(Project.Search.below(folder)).isEmpty();
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
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
