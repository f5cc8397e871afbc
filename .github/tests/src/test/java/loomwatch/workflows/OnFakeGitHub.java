package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workflows run by act, each test in a repository of its own, on a fake GitHub. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OnFakeGitHub {
  /**
   * What names and texts of others try to run. act removes the checkout of a job that ended well,
   * so the file is made where it stays.
   */
  static final String TOUCH = "touch $LOOMWATCH_TEST_ARTIFACTS/pwned";

  @TempDir Path directory;
  World world;
  FakeGitHub github;
  Act act;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
    github = new FakeGitHub(directory);
    act = new Act(world, github);
  }

  /** Whether one of them did. */
  @AfterEach
  void nothingOfOthersRan() throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.endsWith("pwned"))).isEmpty();
    }
  }

  @AfterEach
  void close() throws Exception {
    github.close();
  }
}
