package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.JunitOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.cli.UntrustedRunOptions.ExpectedComparison;
import loomwatch.harness.cli.UntrustedRunOptions.RunCalibrationOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.publish.JudgedRun;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "gate",
    description = {
      "Judges a stored run again, as after editing thresholds.yaml.",
      "",
      "Writes the run's verdict.json, report.md and page.html again. The exit code is the verdict."
    },
    footer = {
      "  ./loomwatch gate                                  the last run",
      "  ./loomwatch gate out/20261121T120000Z-1a2b",
      "  ./loomwatch gate --thresholds stricter.yaml --json"
    })
final class GateCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A run's output directory. Default: the last run.")
  private @Nullable Path run;

  @Option(
      names = "--sha",
      hidden = true,
      paramLabel = "SHA",
      description =
          "Take the run for an untrusted contributor's, such as another job's artifact: it must be a record of"
              + " that commit to the letter, and nothing else there is read.")
  private @Nullable String sha;

  @Mixin private ExpectedComparison asked = new ExpectedComparison();
  @Mixin private ThresholdsOption thresholdsFile = new ThresholdsOption();

  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();
  @Mixin private JunitOption junit = new JunitOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    MeasureJob.Presentation presentation = junit.with(output.presentation());
    Installation installation = Installation.ofLauncher();
    Path named = run == null ? RunDirectory.latest(installation.out()) : run;
    RunDirectory directory = RunDirectory.existing(named);
    JudgedRun judged =
        sha == null && !asked.named()
            ? own(directory, installation)
            : UntrustedRunOptions.of(sha, asked, directory.path(), thresholdsFile.read(), hosts);
    directory.writeVerdict(judged.verdict(), judged.record());
    directory.writePage(installation, judged.verdict(), judged.record());
    MeasureJob.show(judged.verdict(), judged.record(), directory, presentation);
    return ExitCode.of(judged.verdict().verdict());
  }

  /** Judges by the calibration in the run's folder, unless an option names another. */
  private JudgedRun own(RunDirectory directory, Installation installation) {
    MeasurementRecord record = directory.readRecord().record();
    installation.requireMeasured(directory.path(), record);
    Thresholds thresholds = thresholdsFile.read();
    Optional<StoredCalibration> ofRun =
        hosts.named() ? Optional.empty() : StoredCalibration.in(directory.path());
    ofRun.ifPresent(stored -> stored.require(thresholds, record.scenarios(), record::has));
    Optional<StoredCalibration> calibration = ofRun.or(() -> hosts.of(record));
    Verdict verdict = StoredCalibration.judge(record, thresholds, calibration);
    return new JudgedRun(record, directory.because(verdict), thresholds.inconclusive());
  }
}
