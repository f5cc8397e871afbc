package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import loomwatch.gate.trendbench.TrendBenchmark;
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

  @Override
  public Integer call() {
    if (seeds < 1 || seeds > 100_000) {
      throw new UsageException("--seeds must be from 1 to 100000, was " + seeds);
    }
    TrendBenchmark.run(seeds, System.out);
    TrendBenchmark.runLong(System.out);
    return ExitCode.PASS;
  }
}
