package loomwatch.measure.arms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.measure.arms.Git.CommitFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitFactsTest {
  @TempDir Path temporary;

  @Test
  void of_commit_tellsParentMessageAuthorAndTag() throws Exception {
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
  void of_unknownCommitOrNoRepository_isNothing() throws Exception {
    Checkout checkout = Checkout.in(temporary);

    assertThat(CommitFacts.of(checkout.root, "unknown")).isEmpty();
    assertThat(CommitFacts.of(checkout.root, "--output=/tmp/x")).isEmpty();
    assertThat(CommitFacts.of(Files.createDirectory(temporary.resolve("none")), "1234567"))
        .isEmpty();
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
}
