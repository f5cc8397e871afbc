package loomwatch.measure.arms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loomwatch.measure.arms.Git.RepositoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
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
  void named_ofAnAddress_isOwnerAndNameOrNothing(String url, String name) {
    assertThat(Git.hosted(url).orElse(null)).isEqualTo(name);
  }

  @Test
  void checkout_onABranchForAChange_isMergedIntoMaster(@TempDir Path shop) throws Exception {
    Git git = new Git(shop);
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

    assertThat(RepositoryFolder.of(shop).orElseThrow().branch()).isEqualTo("master");
  }

  @Test
  void checkout_neitherMainNorMaster_isMergedIntoTheCurrentOne(@TempDir Path shop)
      throws Exception {
    new Git(shop).tell("init", "-q", "-b", "trunk");

    assertThat(RepositoryFolder.of(shop).orElseThrow().branch()).isEqualTo("trunk");
  }
}
