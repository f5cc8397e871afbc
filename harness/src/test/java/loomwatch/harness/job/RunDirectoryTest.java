package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void isJudged_runThatWasStopped_isNot(@TempDir Path directory) throws Exception {
    assertThat(RunDirectory.isJudged(RunDirectory.create(directory).path())).isFalse();

    Files.createFile(directory.resolve("verdict.json"));

    assertThat(RunDirectory.isJudged(directory)).isTrue();
  }

  /** As in somebody else's checkout, where a run with --out measured. */
  @Test
  void becomeLatest_whereNothingCanBeWritten_isLeftOut(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    RunDirectory made = RunDirectory.create(directory.resolve("run"));

    made.becomeLatest(file.resolve("out"));

    assertThat(file).isEmptyFile();
  }
}
