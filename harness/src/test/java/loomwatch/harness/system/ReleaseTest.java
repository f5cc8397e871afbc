package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive, packed once of a checkout that a script in Maven's place "builds", and unpacked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseTest {
  private static final String VERSION = "1.2.0-rc.1";

  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;

      public class Shop {
        static final int BYTES = 1_000;
        static volatile byte[] last;

        public static void main(String[] args) throws Exception {
          HttpServer server =
              HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
          server.createContext("/items", exchange -> {
            last = new byte[BYTES];
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("items".getBytes());
            exchange.close();
          });
          server.start();
        }
      }
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        build: javac -d classes Shop.java
        start: java -Dsun.net.httpserver.nodelay=true -cp classes Shop {port}
        ready: /items
      scenarios:
        items: {get: /items, rate: 200, connections: 10}
      """;

  private Path directory;
  private Path checkout;
  private Path release;

  @BeforeAll
  void pack(@TempDir Path temporary) throws Exception {
    directory = temporary.toRealPath();
    checkout = Files.createDirectories(directory.resolve("checkout"));
    LaunchableCheckout.withTheProgram(checkout);
    Files.writeString(checkout.resolve(".gitignore"), "target/\n");
    Files.writeString(checkout.resolve("LICENSE"), "Apache");
    for (String file :
        List.of(
            "thresholds.yaml",
            ".github/install",
            "container/as-owner",
            "container/loomwatch.Dockerfile")) {
      Files.createDirectories(checkout.resolve(file).getParent());
      Files.copy(Loomwatch.ROOT.resolve(file), checkout.resolve(file));
    }
    Path docs = Files.createDirectories(checkout.resolve("docs"));
    Files.writeString(docs.resolve("service-file.md"), "# The service file\n");
    Files.createDirectories(checkout.resolve("gh-pages"));
    for (String page : List.of("index.html", "site.css")) {
      Files.writeString(checkout.resolve("gh-pages").resolve(page), "");
    }
    Path server = Files.createDirectories(checkout.resolve("server/target"));
    Loomwatch.command(
        "cp",
        "-r",
        Loomwatch.ROOT.resolve("server/target/app").toString(),
        Loomwatch.ROOT.resolve("server/target/webapp").toString(),
        server.toString());
    Loomwatch.git(checkout, "init", "-q", "-b", "main");
    Loomwatch.git(checkout, "remote", "add", "origin", "https://t:secret@github.com/acme/loom.git");
    Loomwatch.commit(checkout, "begin");
    release = released();
  }

  @Test
  void release_unpacked_tellsItsVersionAndCommit() throws Exception {
    Ended version = launch(release, directory, "--version");

    assertThat(version.out())
        .as(version.err())
        .isEqualTo(
            "loomwatch %s (commit %s)\n"
                .formatted(VERSION, Loomwatch.git(checkout, "rev-parse", "HEAD")));
    assertThat(version.err()).isEmpty();
    assertThat(release.resolveSibling("docs/service-file.md")).isNotEmptyFile();
    assertThat(archive().resolveSibling("install.sh"))
        .content()
        .contains(" repository=acme/loom ")
        .doesNotContain("OWNER", "secret");
    for (String line : WebApplication.LINES) {
      assertThat(release.resolveSibling("server/target/webapp").resolve(line))
          .isNotEmptyDirectory();
    }
  }

  @Test
  void release_ofTheSameCommit_isTheSameArchiveAndHasItsChecksum() throws Exception {
    byte[] first = Files.readAllBytes(archive());

    released();

    assertThat(archive()).hasBinaryContent(first);
    Loomwatch.command(
        "sh",
        "-c",
        "cd '%s' && sha256sum --check loomwatch.tar.gz.sha256".formatted(archive().getParent()));
  }

  /** No Maven, no sources, and a repository that is not ours. */
  @Tag("long")
  @Test
  void release_inTheFolderOfAService_comparesItsCommitsAndShowsThem() throws Exception {
    Path shop = Files.createDirectories(directory.resolve("shop"));
    Files.writeString(shop.resolve("Shop.java"), SHOP);
    Files.writeString(shop.resolve("loomwatch.yaml"), SERVICE);
    Loomwatch.git(shop, "init", "-q", "-b", "main");
    Loomwatch.commit(shop, "sell");
    Files.writeString(shop.resolve("Shop.java"), SHOP.replace("1_000", "100_000"));
    Loomwatch.commit(shop, "sell more");

    Ended compare =
        launch(
            release,
            shop,
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial");
    Ended report = launch(release, shop, "report");

    assertThat(compare.exitCode()).as(compare.err()).isBetween(1, 3);
    assertThat(compare.out()).contains("items");
    assertThat(report.out()).as(report.err()).contains("items");
    assertThat(report.exitCode()).isZero();
    assertThat(Loomwatch.git(shop, "status", "--porcelain")).isEmpty();
  }

  /** No Maven, no sources, and no repository. */
  @Tag("long")
  @Test
  void release_toldToDemonstrate_showsTheFaultAndItsCauseAndEndsWithZero() throws Exception {
    Ended demo = launch(release, directory, "demo");

    assertThat(demo.exitCode()).as(demo.err() + demo.out()).isZero();
    assertThat(demo.out())
        .contains("✘ REGRESSED: hello with ", "Why: ", "Computing.step", release + " init\n");
  }

  @Test
  void release_whereNoServiceIs_exits64AndSaysWhatToDo() throws Exception {
    Ended run = launch(release, directory, "run");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err())
        .isEqualTo(
            "loomwatch: there must be a loomwatch.yaml here, was none: stand in the folder of your"
                + " service, or name its file with --service; ./loomwatch init writes one\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "bench-site", "package"})
  void release_toldWhatTakesSources_exits64(String command) throws Exception {
    Ended ended = launch(release, directory, command, "1.2.0");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: " + command + " is for a checkout of Loomwatch; this is a release\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1.2.0", "1.2", "1.2.0 $(touch pwned)"})
  void package_ofNoVersion_exits64(String version) throws Exception {
    Process process = LaunchableCheckout.at(checkout, "exit 0", "package", version).start();

    assertThat(process.errorReader().lines())
        .containsExactly(
            "loomwatch: package takes a version such as 1.2.0 or 1.3.0-rc.1, was '%s'"
                .formatted(version));
    assertThat(process.waitFor()).isEqualTo(64);
  }

  @Test
  void package_ofWhatIsNotCommitted_exits64() throws Exception {
    Path page = Files.writeString(checkout.resolve("gh-pages/index.html"), "changed");
    try {
      Process process = LaunchableCheckout.at(checkout, "exit 0", "package", "1.2.0").start();

      assertThat(process.errorReader().lines())
          .containsExactly(
              "loomwatch: a release is a commit and nothing else; git status names what was"
                  + " changed: commit it, and run again");
      assertThat(process.waitFor()).isEqualTo(64);
    } finally {
      Files.writeString(page, "");
    }
  }

  private Path archive() {
    return checkout.resolve("target/release/loomwatch.tar.gz");
  }

  private Path released() throws Exception {
    Process process = LaunchableCheckout.at(checkout, "exit 0", "package", VERSION).start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(err).isZero();
    Path into = Files.createDirectories(directory.resolve("unpacked"));
    Loomwatch.command("tar", "-xzf", archive().toString(), "-C", into.toString());
    return into.resolve("loomwatch/loomwatch");
  }

  private record Ended(int exitCode, String out, String err) {}

  private Ended launch(Path launcher, Path where, String... arguments) throws Exception {
    Path bin = Files.createDirectories(directory.resolve("no-maven"));
    Path maven =
        Files.writeString(bin.resolve("mvn"), "#!/bin/sh\ntouch %s/called\n".formatted(bin));
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    String[] command = new String[arguments.length + 1];
    command[0] = launcher.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectOutput(directory.resolve("stdout").toFile())
            .redirectError(directory.resolve("stderr").toFile());
    builder.environment().put("LOOMWATCH_JDK", System.getProperty("java.home"));
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    // The lock of measuring is there: other measurements on this machine are none of this test's.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + directory);
    Process process = builder.start();
    int code = process.waitFor();
    assertThat(bin.resolve("called")).doesNotExist();
    return new Ended(
        code,
        Files.readString(directory.resolve("stdout")),
        Files.readString(directory.resolve("stderr"))
            .replaceAll("Picked up JAVA_TOOL_OPTIONS: .*\n", ""));
  }
}
