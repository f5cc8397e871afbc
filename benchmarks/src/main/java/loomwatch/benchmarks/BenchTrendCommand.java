package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.benchmarks.trend.TrendBenchmark;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves the trend's figures. */
@Command(
    name = "bench-trend",
    mixinStandardHelpOptions = true,
    description = {
      "Proves how rarely trend alarms without a reason, and how soon with one.",
      "",
      "On simulated histories, in one table with what other tools do unless told otherwise.",
      ""
    })
final class BenchTrendCommand implements Callable<Integer> {
  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "200",
      description = "Histories of each kind; default ${DEFAULT-VALUE}.")
  private int seeds = 200;

  @Option(
      names = "--long",
      paramLabel = "FOLDER",
      description =
          "Only the time over 10,000 records of 60 series, kept in that folder: for site"
              + " --history too.")
  private @Nullable Path longHistory;

  @Override
  public Integer call() throws IOException {
    if (longHistory != null) {
      TrendBenchmark.runLong(longHistory, System.out);
      return ExitCode.PASS;
    }
    if (seeds < 1 || seeds > 100_000) {
      throw new UsageException("--seeds must be from 1 to 100000, was " + seeds);
    }
    TrendBenchmark.run(seeds, System.out);
    TrendBenchmark.runLong(System.out);
    return ExitCode.PASS;
  }
}
