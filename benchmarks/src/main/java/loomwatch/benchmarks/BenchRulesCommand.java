package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.benchmarks.rules.RuleTable;
import loomwatch.harness.cli.SharedOptions.PolicyOption;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibrator;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Compares the rules that judge a change. */
@Command(
    name = "bench-rules",
    mixinStandardHelpOptions = true,
    description = {
      "Proves how often Loomwatch and others' rules accuse unchanged code, and catch faults.",
      "",
      "On a campaign's comparisons, of which the outcome is known; measures nothing. Prints the"
          + " table of docs/calibrated.md.",
      ""
    })
final class BenchRulesCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "A campaign, as calibrate leaves it; default the one in docs/campaign.")
  private @Nullable Path folder;

  @Mixin private PolicyOption policy = new PolicyOption();

  @Override
  public Integer call() throws IOException {
    Path from =
        folder == null ? Installation.ofLauncher().root().resolve(CampaignRecords.USUAL) : folder;
    if (!Files.isDirectory(from)) {
      throw new UsageException(
          from + " is no folder; name one that ./loomwatch calibrate has left records in");
    }
    List<MeasurementRecord> records = CampaignStore.ofComparisons(from).records();
    System.out.print(new RuleTable(Calibrator.judged(records, policy.read())).markdown());
    return ExitCode.PASS;
  }
}
