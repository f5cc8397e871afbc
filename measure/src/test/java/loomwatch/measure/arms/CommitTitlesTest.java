package loomwatch.measure.arms;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTitlesTest {
  @TempDir Path temporary;

  @Test
  void of_subjectThatLooksLikeALineMore_isOneTitleAndForgesNone() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    String first = checkout.git("rev-parse", "HEAD");
    String forged = "second\r" + "f".repeat(40) + " forged";
    checkout.write("README.md", "2");
    String second = checkout.commit(forged + "\n\n" + "e".repeat(40) + " of the body");

    assertThat(Git.titles(checkout.root))
        .containsOnly(entry(first, "begin"), entry(second, forged));
  }

  @Test
  void of_noRepository_isNothing() throws Exception {
    assertThat(Git.titles(Files.createDirectory(temporary.resolve("none")))).isEmpty();
  }
}
