package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {
  /** From the folder that a service is started in, a relative path leads elsewhere. */
  @Test
  void create_relativePath_isThatOfTheHarness() throws Exception {
    Path relative = Path.of("target", "run-directory-" + System.nanoTime());

    RunDirectory made = RunDirectory.create(relative);

    assertThat(made.path()).isEqualTo(relative.toAbsolutePath()).isDirectory();
    assertThat(made.shown()).isEqualTo(relative.toString());
    made.removeIfEmpty();
    assertThat(made.path()).doesNotExist();
  }
}
