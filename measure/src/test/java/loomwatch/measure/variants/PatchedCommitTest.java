package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository whose service lies in a folder, next to what it uses. */
class PatchedCommitTest {
  private static final String PATCH =
      """
      --- a/lib/Common
      +++ b/lib/Common
      @@ -1 +1 @@
      -slow
      +fast
      """;

  @TempDir Path root;
  private Path service;
  private Git git;
  private String head;

  @BeforeEach
  void begin() throws Exception {
    service = Files.createDirectories(root.resolve("shop"));
    Files.writeString(service.resolve("Shop"), "shop\n");
    Files.writeString(Files.createDirectory(root.resolve("lib")).resolve("Common"), "slow\n");
    git = new Git(root);
    git.tell("init", "-q", "-b", "main");
    git.tell("add", "--all");
    git.tell("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "begin");
    head = git.tell("rev-parse", "HEAD");
  }

  @Test
  void of_fileOutsideTheServicesFolder_isPatchedInTheCommitAlone() throws Exception {
    String patched = PatchedCommit.of(service, head, patch(PATCH));

    assertThat(git.tell("show", patched + ":lib/Common")).isEqualTo("fast");
    assertThat(git.tell("rev-parse", patched + "^")).isEqualTo(head);
    assertThat(root.resolve("lib/Common")).content().isEqualTo("slow\n");
    assertThat(git.tell("rev-parse", "HEAD")).isEqualTo(head);
  }

  @Test
  void of_samePatchTwice_isTheSameCommit() throws Exception {
    String first = PatchedCommit.of(service, head, patch(PATCH));
    Thread.sleep(1_100); // Git's times have seconds.

    assertThat(PatchedCommit.of(service, head, patch(PATCH))).isEqualTo(first);
  }

  @Test
  void of_patchOfOtherText_isRefused() throws Exception {
    Path other = patch(PATCH.replace("-slow", "-slower"));

    assertThatThrownBy(() -> PatchedCommit.of(service, head, other))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("must apply to " + head);
  }

  private Path patch(String text) throws Exception {
    return Files.writeString(root.resolve("fix.patch"), text);
  }
}
