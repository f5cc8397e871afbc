package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of a service's commits made it allocate more. */
@ResourceLock("cpus")
class BisectTest {
  private static final String[] LAST_SIX = {
    "--good",
    "main~6",
    "--bad",
    "main",
    "--profile",
    "trial",
    "--metric",
    "allocated-per-request",
    "--json"
  };

  @TempDir Path directory;
  private Shop shop;

  /** The third of six allocates more; the second does not compile, the fifth changes no class. */
  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    String more = Shop.SOURCE.replace("BYTES = 1_000", "BYTES = 100_000");
    commit("Shop.java", Shop.SOURCE.replace("selling", "selling goods"), "say more");
    commit("Shop.java", Shop.SOURCE.replace("selling", "selling\\q"), "break it");
    commit("Shop.java", more, "sell more");
    commit("Shop.java", more.replace("newFixedThreadPool(20)", "newFixedThreadPool(21)"), "grow");
    commit("README.md", "A shop", "document it");
    commit("Shop.java", more, "shrink");
  }

  @Tag("long")
  @Test
  void bisect_oneCommitAllocatesMore_isFound() throws Exception {
    Loomwatch.Ended bisect = shop.run("bisect", LAST_SIX);

    assertThat(bisect.exitCode()).as(bisect.err()).isEqualTo(2);
    JsonNode found = new ObjectMapper().readTree(bisect.out());
    assertThat(titles(found)).as(bisect.err()).containsExactly("break it", "sell more");
    assertThat(found.path("change").path("percent").asDouble()).isGreaterThan(500);
    assertThat(found.path("commits").path(1).path("state").asText()).isEqualTo("skipped");

    Loomwatch.Ended again = shop.run("bisect", LAST_SIX);
    assertThat(again.out()).isEqualTo(bisect.out());
    assertThat(again.err()).doesNotContain("measured in");
  }

  /** What a commit makes each request do is counted, without load. */
  @Test
  void bisect_oneCommitThrows_isFoundByCounting() throws Exception {
    String throwing =
        Shop.SOURCE.replace(
            "last = new byte[BYTES];", "last = new byte[BYTES]; new Exception().getMessage();");
    commit("Shop.java", Shop.SOURCE.replace("selling", "selling goods"), "say so");
    commit("Shop.java", throwing, "throw");

    Loomwatch.Ended bisect =
        shop.run("bisect", "--good", "main~2", "--bad", "main", "--metric", "exceptions");

    assertThat(bisect.exitCode()).as(bisect.err()).isZero();
    assertThat(bisect.out())
        .containsPattern("✘ \\w{8} throw made it worse\\.")
        .contains("0 → 1 from good to bad", "--counts");
    assertThat(bisect.err())
        .containsPattern("bisect: \\w{10} say so has 0 → 0 exceptions per request");
  }

  @Test
  void bisect_oneVersionOfALibraryThrows_isFoundByCounting() throws Exception {
    shop.useLibrary("1.0.0", "1.0.0 1.1.0 1.2.3-rc1 1.2.3 1.3.3 1.4.3 2.0.0");

    Loomwatch.Ended bisect =
        shop.run(
            "bisect",
            "--good=dep=com.acme:json:1.0.0",
            "--bad=dep=com.acme:json:1.4.3",
            "--metric=exceptions");

    assertThat(bisect.exitCode()).as(bisect.err()).isZero();
    assertThat(bisect.out())
        .contains("✘ dep=com.acme:json:1.2.3 made it worse.")
        .contains("--base dep=com.acme:json:1.1.0 --head dep=com.acme:json:1.2.3 --counts");
    assertThat(bisect.err()).contains("bisect: 4 versions after dep=com.acme:json:1.0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "dep=com.acme:json:1.0, main, 64, must be commits",
    "dep=com.acme:json:1.0, tomcat=10.1.1, 64, must be commits",
    "tomcat=10.1, tomcat=10.2, 64, tomcat must be a whole version",
    "boot=3.5.1, boot=3.5.2, 64, the build must be Maven",
  })
  void bisect_versionsThatCannotBeSearched_areRefused(
      String good, String bad, int exitCode, String why) {
    Loomwatch.Ended bisect = shop.call("bisect", "--good=" + good, "--bad=" + bad);

    assertThat(bisect.exitCode()).isEqualTo(exitCode);
    assertThat(bisect.err()).contains(why);
  }

  @Test
  void bisect_otherWayRound_isRefused() throws Exception {
    Loomwatch.Ended bisect = shop.call("bisect", "--good", "main", "--bad", "main~2");

    assertThat(bisect.exitCode()).isEqualTo(64);
    assertThat(bisect.err())
        .contains("--good must be a commit before --bad, main is not before main~2");
  }

  @Test
  void bisect_goodOnAnotherBranch_isRefused() throws Exception {
    shop.git("switch", "-q", "-c", "release", "main~6");
    commit("README.md", "Fixed", "fix");

    Loomwatch.Ended bisect = shop.call("bisect", "--good", "release", "--bad", "main");

    assertThat(bisect.exitCode()).isEqualTo(64);
    assertThat(bisect.err()).contains("release is not before main");
  }

  @Test
  void bisect_revisionThatIsNotHere_isRefusedWithTheNearest() throws Exception {
    Loomwatch.Ended bisect = shop.call("bisect", "--good", "mian", "--bad", "main");

    assertThat(bisect.exitCode()).isEqualTo(65);
    assertThat(bisect.err())
        .contains("was \"mian\"; git says: fatal: ", "Nearest branches and tags: main");
  }

  private static List<String> titles(JsonNode found) {
    List<JsonNode> commits = list(found.path("commits"));
    List<String> ids = commits.stream().map(commit -> commit.path("id").asText()).toList();
    return commits
        .subList(
            ids.indexOf(found.path("first").asText()), ids.indexOf(found.path("last").asText()) + 1)
        .stream()
        .map(commit -> commit.path("title").asText())
        .toList();
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  private void commit(String file, String text, String title) throws Exception {
    shop.write(file, text);
    shop.commit(title);
  }
}
