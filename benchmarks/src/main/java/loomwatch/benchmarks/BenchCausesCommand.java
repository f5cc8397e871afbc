package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.benchmarks.causes.CauseBenchmark;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves that causes are right. */
@Command(
    name = "bench-causes",
    mixinStandardHelpOptions = true,
    description = {
      "Proves how often the method that made it worse is named, and how often one that did not.",
      "",
      "Puts eight kinds of faults into the last commit, one at a time, compares, and asks why. Takes"
          + " two hours. Stopped at any time, the same command goes on.",
      ""
    })
final class BenchCausesCommand implements Callable<Integer> {
  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often it asks why of each fault; default ${DEFAULT-VALUE}.")
  private int tries = 5;

  @Option(
      names = "--itself",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "How often of the commit compared with itself, in both modes; default ${DEFAULT-VALUE}.")
  private int itself = 20;

  @Option(
      names = "--pinning-jdk",
      paramLabel = "JDK",
      defaultValue = "21",
      description = "In which a monitor pins: a version or a home; default ${DEFAULT-VALUE}.")
  private String pinningJdk = "21";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keeps comparisons and causes; default out/bench-causes.")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (tries < 0 || itself < 0 || tries + itself == 0) {
      throw new UsageException("--tries and --itself must be 0 or more, and not both 0");
    }
    Installation installation = Installation.ofLauncher();
    Path folder = out == null ? installation.out().resolve("bench-causes") : out.toAbsolutePath();
    CauseBenchmark.run(
        new CauseBenchmark.SetUp(installation.root(), folder, tries, itself, pinningJdk),
        System.out);
    return ExitCode.PASS;
  }
}
