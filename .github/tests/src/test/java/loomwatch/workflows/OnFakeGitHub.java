package loomwatch.workflows;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workflows run by act, each test in a repository of its own, on a fake GitHub. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OnFakeGitHub {
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

  @AfterEach
  void close() throws Exception {
    github.close();
  }
}
