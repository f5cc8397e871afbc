package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import loomwatch.harness.job.UsageException;
import picocli.CommandLine.Command;

/** Here for the help only: the launcher runs the tests itself, as they rebuild this program. */
@Command(name = "test", description = "Builds everything and runs all tests, or one module's.")
final class TestCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new UsageException("the tests are started by the launcher: ./loomwatch test");
  }
}
