package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The site as a command; what its pages show is tested in a browser. */
@Execution(ExecutionMode.CONCURRENT)
class SiteTest {
  @TempDir Path directory;
  private Path site;
  private Path run;

  @BeforeEach
  void storeARun() throws IOException {
    site = directory.resolve("site");
    run = Files.createDirectories(directory.resolve("out/run"));
    Files.copy(EarlierRecord.FIXTURE, run.resolve("record.json"));
  }

  @Test
  void site_ofTheRunsOfOut_isWrittenWhole() throws Exception {
    Files.createSymbolicLink(directory.resolve("out/latest"), run);

    Loomwatch.Ended ended = new Loomwatch(directory).call("site", "--out", site.toString());

    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo(site + " of 1 record\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(site.resolve("index.html")).exists();
    assertThat(site.resolve("data/overview.json")).content().contains("\"records\":1");
    assertThat(site.resolve("data/runs/20261121T045600Z-3f9c2a.json")).exists();
  }

  @Test
  void site_ofATornRecord_showsItAndExits65() throws Exception {
    Path torn = Files.createDirectories(directory.resolve("out/torn"));
    Files.writeString(torn.resolve("record.json"), "{");

    Loomwatch.Ended ended = new Loomwatch(directory).call("site", "--out", site.toString());

    assertThat(ended.err()).startsWith("loomwatch: left out: " + torn.resolve("record.json"));
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(site.resolve("data/overview.json"))
        .content()
        .contains("\"records\":1", "torn/record.json");
  }

  @Test
  void site_stoppedWhileItsDataTookTheirPlace_isBuiltAgain() throws Exception {
    new Loomwatch(directory).call("site", "--out", site.toString(), run.toString());
    Files.move(site.resolve("data"), site.resolve(".data-old"));

    Loomwatch.Ended ended =
        new Loomwatch(directory).call("site", "--out", site.toString(), run.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(site.resolve("data/overview.json")).exists();
    assertThat(site.resolve(".data-old")).doesNotExist();
  }

  @Test
  void site_overOtherData_touchesNothing() throws Exception {
    Path mine = Files.createDirectories(site.resolve("data")).resolve("mine");
    Files.writeString(mine, "mine");

    Loomwatch.Ended ended = new Loomwatch(directory).call("site", "--out", site.toString());

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: %s must be a site's data or not there yet, was something else; name another"
                    .formatted(site.resolve("data"))
                + " --out\n");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void site_ofAFolderWithoutRuns_exits64() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("site", directory.toString());

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: %s must hold a run's record.json or folders that do, did not\n"
                .formatted(directory));
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  @Test
  void site_boardOfSites_isAPageThatMayConnectToThemOnly() throws Exception {
    Path sites =
        Files.writeString(
            directory.resolve("sites.json"),
            """
            {"schema": 1, "sites": [{"address": "https://acme.github.io/shop/", "name": "</script>"},
              {"address": "https://acme.github.io/cart/"}, {"address": "../mail/"}]}
            """);

    Loomwatch.Ended ended =
        new Loomwatch(directory)
            .call("site", "--board", sites.toString(), "--out", site.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).isEqualTo(site.resolve("board.html") + "\n");
    assertThat(site.resolve("board.html"))
        .content()
        .contains(
            "connect-src 'self' https://acme.github.io;",
            "\"name\":\"\\u003c/script>\"",
            "board.js");
    assertThat(site).isDirectoryNotContaining("glob:**{index.html,app.js,data}");
  }

  @Test
  void site_boardOfABadFile_exits65WithThePlace() throws Exception {
    Path sites =
        Files.writeString(
            directory.resolve("sites.json"),
            "{\"schema\": 1, \"sites\": [{\"address\": \"ftp://x\"}]}");

    Loomwatch.Ended ended =
        new Loomwatch(directory)
            .call("site", "--board", sites.toString(), "--out", site.toString());

    assertThat(ended.err())
        .contains(sites + ":1:37: address must be a site's http address, was \"ftp://x\"")
        .contains("Write it such as https://acme.github.io/shop/");
    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(site).doesNotExist();
  }

  @Test
  void site_addressOfNoSite_exits64() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("site", "--url", "acme.github.io");

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: --url must be the site's address, such as https://acme.github.io/shop/,"
                + " was acme.github.io\n");
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  @Test
  void site_served_answersUntilInterrupted() throws Exception {
    Loomwatch loomwatch = new Loomwatch(directory);
    Process serving = loomwatch.start("site", "--serve", run.toString());
    Path out = directory.resolve("stdout");
    Loomwatch.await("address", () -> !serving.isAlive() || text(out).contains("Ctrl-C"));
    String address = text(out).replaceAll("(?s).*(http://\\S+).*", "$1");

    String page =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
            .body();
    Loomwatch.signal("INT", serving.pid());

    assertThat(page).contains("<title>Loomwatch</title>");
    assertThat(loomwatch.end(serving).exitCode()).isEqualTo(130);
  }

  @Test
  void site_servedAtAPortThatIsTaken_exits64() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = String.valueOf(taken.getLocalPort());

      Loomwatch.Ended ended =
          new Loomwatch(directory).call("site", "--serve", "--port", port, run.toString());

      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(64);
      assertThat(ended.err()).contains("--port " + port + " must be free, was not: ");
    }
  }

  @Test
  void gate_ofARun_leavesItsPage() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("gate", run.toString());

    assertThat(run.resolve("page.html")).content().contains("\"kind\":\"run\"");
    assertThat(ended.out())
        .endsWith("To look at in a browser: " + run.resolve("page.html").toUri() + "\n");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
