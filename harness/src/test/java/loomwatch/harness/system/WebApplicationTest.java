package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import loomwatch.measure.service.ServiceFile;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A web application without a server of its own. */
@ResourceLock("cpus")
class WebApplicationTest {
  private static final String SERVICE =
      """
      schema: 1
      service:
        name: pages
        build: jar cf pages.war -C web .
        war: pages.war
      scenarios:
        items: {get: "/items.jsp?of=2", rate: 100, connections: 5}
      """;

  @TempDir Path directory;
  private Path pages;
  private Loomwatch loomwatch;

  @BeforeEach
  void begin() throws Exception {
    pages = Files.createDirectories(directory.resolve("pages"));
    loomwatch = new Loomwatch(directory);
    Files.createDirectories(pages.resolve("web/WEB-INF"));
    Files.writeString(
        pages.resolve("web/items.jsp"),
        "<%@ page session=\"false\" %>items of ${param.of}: <%= 6 * 7 %>");
    Files.writeString(pages.resolve("loomwatch.yaml"), SERVICE);
    Loomwatch.git(pages, "init", "-q", "-b", "main");
    Loomwatch.commit(pages, "write pages");
  }

  @Tag("long")
  @Test
  void compare_bothLinesOfTomcat_deploysTheWarInEach() throws Exception {
    Path webapp = Path.of("../server/target/webapp");
    String older = version(webapp.resolve("10.1"));
    String newer = version(webapp.resolve("11"));
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        run(
            "compare",
            "--base",
            "tomcat=" + older,
            "--head",
            "tomcat=" + newer,
            "--profile",
            "trial",
            "--mode",
            "virtual",
            "--json",
            "--out",
            out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(compare.err()).isNotEmpty();
    Variant base = requireNonNull(record.variants().get("base"));
    Variant head = requireNonNull(record.variants().get("head"));
    assertThat(base.tomcat()).isEqualTo(older);
    assertThat(head.tomcat()).isEqualTo(newer);
    assertThat(head.service()).isEqualTo(base.service());
    // A busy machine may make any launch invalid, but not all of a variant unready.
    assertThat(logs(out, "base")).contains("loomwatch-server ready", "tomcat=" + older);
    assertThat(logs(out, "head")).contains("loomwatch-server ready", "tomcat=" + newer);
  }

  @Test
  void run_folder_hasEveryMetricOfAJvm() throws Exception {
    Files.writeString(
        pages.resolve("loomwatch.yaml"),
        SERVICE.replaceAll("  build: .*\n", "").replace("war: pages.war", "war: web"));
    Path out = directory.resolve("run");

    Loomwatch.Ended run =
        run("run", "--profile", "trial", "--mode", "virtual", "--json", "--out", out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(run.err()).hasSize(1);
    for (Launch launch : record.launches()) {
      if (launch.valid()) {
        assertThat(launch.samples())
            .extracting(Sample::metric)
            .contains(Metric.CPU_PER_REQUEST, Metric.ALLOCATED_PER_REQUEST, Metric.TIME_TO_READY);
      }
    }
  }

  @Test
  void init_webApplicationOfMaven_writesAFileThatDeploysIt() throws Exception {
    Path shop = Files.createDirectories(directory.resolve("shop"));
    Files.writeString(shop.resolve("pom.xml"), "<project><packaging>war</packaging></project>");
    Files.createDirectories(shop.resolve("src/main"));
    Files.move(pages.resolve("web"), shop.resolve("src/main/webapp"));
    Path maven = shop.resolve("mvnw");
    Files.writeString(
        maven, "#!/bin/sh\nmkdir -p target && jar cf target/shop.war -C src/main/webapp .\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));

    Loomwatch.Ended init = loomwatch.call("init", shop.toString());

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("found a web application, built by Maven")
        .contains("deploys target/shop.war in Tomcat 11")
        .contains("GET /items.jsp answers");
    ServiceFile file = ServiceFile.read(shop.resolve("loomwatch.yaml"));
    assertThat(file.service().modes()).hasSize(2);
    assertThat(file.service().start().war()).isPresent();
  }

  @Test
  void run_applicationThatDoesNotStart_exits66WithTomcatsWords() throws Exception {
    Files.writeString(pages.resolve("web/WEB-INF/web.xml"), "<web-app><servlet>");

    Loomwatch.Ended run = loomwatch.call(arguments("run", "--profile", "trial"));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(66);
    assertThat(run.err()).contains("the web application must start, did not", "SEVERE");
  }

  private static String logs(Path out, String variant) throws Exception {
    StringBuilder all = new StringBuilder();
    try (var launches =
        Files.newDirectoryStream(out.resolve("raw"), "items-*-" + variant + "-virtual")) {
      for (Path launch : launches) {
        all.append(Files.readString(launch.resolve("server.log")));
      }
    }
    return all.toString();
  }

  private static String version(Path jars) throws Exception {
    try (var found = Files.newDirectoryStream(jars, "tomcat-embed-core-*.jar")) {
      return found
          .iterator()
          .next()
          .getFileName()
          .toString()
          .replaceAll("tomcat-embed-core-|\\.jar", "");
    }
  }

  private Loomwatch.Ended run(String command, String... more) throws Exception {
    return loomwatch.run(arguments(command, more));
  }

  private String[] arguments(String command, String... more) {
    return Loomwatch.on(pages.resolve("loomwatch.yaml"), command, more);
  }
}
