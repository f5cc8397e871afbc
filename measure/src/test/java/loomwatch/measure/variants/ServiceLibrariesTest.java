package loomwatch.measure.variants;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services as their builds leave them. */
class ServiceLibrariesTest {
  private static final Map<String, String> BOOT =
      Map.of(
          "BOOT-INF/lib/tomcat-embed-core-10.1.55.jar", "",
          "BOOT-INF/lib/spring-core-6.2.1.jar", "",
          "BOOT-INF/lib/spring-web-6.2.1.jar", "",
          "BOOT-INF/lib/shop-model-1.4.0.jar", "",
          "BOOT-INF/lib/postgresql-42.7.14.jar", "",
          "BOOT-INF/classes/Shop.class", "sells",
          "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n");

  @TempDir Path folder;

  @Test
  void of_springBootJar_hasServersFrameworksAndDrivers() throws Exception {
    jar("target/shop.jar", BOOT);

    ServiceLibraries libraries = of(Components.USUAL, "java", "-jar", "target/shop.jar");

    assertThat(libraries.tomcat()).isEqualTo("10.1.55");
    assertThat(libraries.versions())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "tomcat-embed-core", "10.1.55", "spring-core", "6.2.1", "postgresql", "42.7.14"));
  }

  @Test
  void of_namedComponents_hasThoseAndTomcatAllTheSame() throws Exception {
    jar("shop.jar", BOOT);

    ServiceLibraries libraries =
        of(new Components(List.of("spring-*", "none")), "java", "-jar", "shop.jar");

    assertThat(libraries.tomcat()).isEqualTo("10.1.55");
    assertThat(libraries.versions()).containsOnlyKeys("spring-core", "spring-web");
  }

  @Test
  void of_quarkus_findsArtifactsBehindTheirGroups() throws Exception {
    jar("app/quarkus-run.jar", Map.of("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"));
    jar("app/lib/main/io.quarkus.quarkus-core-3.34.2.jar", Map.of());
    jar("app/lib/main/io.netty.netty-common-4.1.130.Final.jar", Map.of());

    assertThat(of(Components.USUAL, "java", "-jar", "app/quarkus-run.jar").versions())
        .isEqualTo(Map.of("quarkus-core", "3.34.2", "netty-common", "4.1.130.Final"));
  }

  @Test
  void of_buildForEachMode_findsTheFirst() throws Exception {
    jar("platform/quarkus-run.jar", Map.of("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"));
    jar("platform/lib/main/io.quarkus.quarkus-core-3.34.2.jar", Map.of());

    assertThat(of(Components.USUAL, "java", "-jar", "{mode}/quarkus-run.jar").versions())
        .isEqualTo(Map.of("quarkus-core", "3.34.2"));
  }

  @Test
  void of_shadedJarAndManifest_findsThoseToo() throws Exception {
    jar(
        "shop.jar",
        Map.of(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\nClass-Path: lib/jetty-server-12.1.14.jar lib/x.jar\n",
            "META-INF/maven/io.vertx/vertx-core/pom.properties",
            "artifactId=vertx-core\ngroupId=io.vertx\nversion=5.2.3\n"));

    assertThat(of(Components.USUAL, "java", "-jar", "shop.jar").versions())
        .isEqualTo(Map.of("jetty-server", "12.1.14", "vertx-core", "5.2.3"));
  }

  @Test
  void of_classPathAndScript_findsTheirJars() throws Exception {
    jar("install/lib/undertow-core-2.4.4.Final.jar", Map.of());

    assertThat(of(Components.USUAL, "java", "-cp", "a.jar:install/lib/*", "Shop").versions())
        .isEqualTo(Map.of("undertow-core", "2.4.4.Final"));
    assertThat(of(Components.USUAL, "java", "-cp", "lib/h2-2.4.240.jar", "Shop").versions())
        .isEqualTo(Map.of("h2", "2.4.240"));
    assertThat(of(Components.USUAL, "install/bin/shop", "--port={port}").versions())
        .isEqualTo(Map.of("undertow-core", "2.4.4.Final"));
  }

  @Test
  void of_noJar_hasNothing() throws Exception {
    Files.writeString(folder.resolve("no.jar"), "no jar");

    for (String jar : List.of("no.jar", "missing.jar", "a\0b")) {
      assertThat(of(Components.USUAL, "java", "-jar", jar))
          .isEqualTo(new ServiceLibraries("none", Map.of(), Map.of()));
    }
  }

  private ServiceLibraries of(Components components, String... start) throws IOException {
    return ServiceLibraries.of(
        new ServiceSpec(
            "shop",
            folder,
            Optional.empty(),
            Optional.empty(),
            ServiceSpec.Start.of(List.of(start)),
            Map.of(Mode.PLATFORM, ServiceSpec.Variant.PLAIN),
            new Ready.Listens(Duration.ofSeconds(1)),
            ConnectionSpec.PLAIN,
            components,
            List.of(),
            Map.of()));
  }

  private void jar(String path, Map<String, String> entries) throws IOException {
    Path jar = folder.resolve(path);
    Files.createDirectories(jar.getParent());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(UTF_8));
      }
    }
  }
}
