package loomwatch.measure.variants;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.measure.variants.Git.CommitFacts;
import loomwatch.measure.variants.Git.RepositoryFolder;
import loomwatch.measure.variants.Git.UntrackedFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitTest {
  @TempDir Path temporary;

  @Test
  void facts_ofCommit_tellsParentMessageAuthorAndTag() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    String first = checkout.git("rev-parse", "HEAD");
    checkout.write("README.md", "2");
    String second = checkout.commit("second: <b>bold</b>\n\nand a body");
    checkout.git("tag", "v1.0");

    CommitFacts facts = CommitFacts.of(checkout.root, second).orElseThrow();
    assertThat(facts.parent()).isEqualTo(first);
    assertThat(facts.message()).isEqualTo("second: <b>bold</b>");
    assertThat(facts.author()).isEqualTo("T");
    assertThat(facts.tag()).isEqualTo("v1.0");
    assertThat(facts.committedAt()).isNotNull();
    assertThat(CommitFacts.of(checkout.root, first).orElseThrow().parent()).isNull();
    assertThat(CommitFacts.of(checkout.root, first).orElseThrow().tag()).isNull();
  }

  @Test
  void facts_ofUnknownCommitOrNoRepository_isNothing() throws Exception {
    Checkout checkout = Checkout.in(temporary);

    assertThat(CommitFacts.of(checkout.root, "unknown")).isEmpty();
    assertThat(CommitFacts.of(checkout.root, "--output=/tmp/x")).isEmpty();
    assertThat(CommitFacts.of(Files.createDirectory(temporary.resolve("none")), "1234567"))
        .isEmpty();
  }

  @Test
  void hideOthers_afterABuild_keepsTheCommitClean() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    checkout.write("mine.txt", "1");
    UntrackedFiles before = UntrackedFiles.in(checkout.root);
    checkout.write("output/shop.jar", "1");
    checkout.write("a [b]*.log", "1");

    assertThat(before.hideOthers()).containsExactly("a [b]*.log", "output/");
    assertThat(UntrackedFiles.in(checkout.root).paths()).containsExactly("mine.txt");
    assertThat(before.hideOthers()).isEmpty();
    assertThat(checkout.root.resolve(".git/info/exclude"))
        .content()
        .endsWith("/a\\ \\[b]\\*.log\n/output/\n");
  }

  @Test
  void hideOthers_outsideARepository_isNothing() throws Exception {
    UntrackedFiles none = UntrackedFiles.in(Files.createDirectory(temporary.resolve("none")));

    assertThat(none.paths()).isEmpty();
    assertThat(none.hideOthers()).isEmpty();
  }

  @Test
  void descends_afterAForcePush_isFalse() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    String first = checkout.git("rev-parse", "HEAD");
    checkout.write("README.md", "2");
    String dropped = checkout.commit("second");
    checkout.git("reset", "-q", "--hard", first);
    checkout.write("README.md", "3");
    String instead = checkout.commit("another");

    assertThat(Git.descends(checkout.root, instead, first)).contains(true);
    assertThat(Git.descends(checkout.root, instead, dropped)).contains(false);
    assertThat(Git.descends(checkout.root, instead, "0".repeat(40))).isEmpty();
  }

  @Test
  void titles_serviceThatLooksLikeALineMore_isOneTitleAndForgesNone() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    String first = checkout.git("rev-parse", "HEAD");
    String forged = "second\r" + "f".repeat(40) + " forged";
    checkout.write("README.md", "2");
    String second = checkout.commit(forged + "\n\n" + "e".repeat(40) + " of the body");

    assertThat(Git.titles(checkout.root))
        .containsOnly(entry(first, "begin"), entry(second, forged));
  }

  @Test
  void titles_noRepository_isNothing() throws Exception {
    assertThat(Git.titles(Files.createDirectory(temporary.resolve("none")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/loom/watch, loom/watch",
    "https://example.org/loom/watch.git, loom/watch",
    "https://ann:secret@example.org/loom/watch.js.git/, loom/watch.js",
    "git@example.org:loom/watch.git, loom/watch",
    "ssh://git@example.org:2222/loom/watch, loom/watch",
    "/srv/git/loom/watch.git, ",
    "../loomwatch, ",
    "https://example.org/a/b/c, ",
    "https://example.org/loom/watch;id, ",
    "'', "
  })
  void hosted_ofAnAddress_isOwnerAndNameOrNothing(String url, String name) {
    assertThat(Git.hosted(url).orElse(null)).isEqualTo(name);
  }

  @Test
  void checkout_onABranchForAChange_isMergedIntoMaster() throws Exception {
    Git git = new Git(temporary);
    git.tell("init", "-q", "-b", "master");
    git.tell(
        "-c",
        "user.name=ann",
        "-c",
        "user.email=ann@example.org",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "sell");
    git.tell("checkout", "-q", "-b", "measure");

    assertThat(RepositoryFolder.of(temporary).orElseThrow().branch()).isEqualTo("master");
  }

  @Test
  void checkout_neitherMainNorMaster_isMergedIntoTheCurrentOne() throws Exception {
    new Git(temporary).tell("init", "-q", "-b", "trunk");

    assertThat(RepositoryFolder.of(temporary).orElseThrow().branch()).isEqualTo("trunk");
  }
}
