package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import loomwatch.harness.job.UsageException;
import picocli.CommandLine.Command;

/** Here for the help only: the launcher packs it itself, as it is this program. */
@Command(
    name = "package",
    hidden = true,
    description = "Packs this commit as a release that needs only a JDK.")
final class PackageCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new UsageException("a release is packed by the launcher: ./loomwatch package VERSION");
  }
}
