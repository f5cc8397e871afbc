package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.gate.verdict.Judge;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges a stored record again. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a stored run again, after editing thresholds.yaml; measures nothing.",
      "",
      "Writes the run's verdict.json, report.md and page.html anew. The exit code is the verdict.",
      ""
    },
    footerHeading = "%nExamples:%n",
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
      paramLabel = "SHA",
      description =
          "Take the run for a stranger's, such as another job's artifact: it must be a record of"
              + " that commit to the letter, and nothing beside it is read.")
  private @Nullable String sha;

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = run == null ? RunDirectory.latest(Installation.ofLauncher().out()) : run;
    RunDirectory directory = RunDirectory.existing(named);
    Thresholds thresholds = policy.read();
    MeasurementRecord record =
        sha == null
            ? directory.readRecord()
            : RunToPublish.of(HubOptions.sha(sha), directory.path(), thresholds).record();
    Optional<StoredCalibration> calibration =
        hosts.named() || sha != null ? Optional.empty() : StoredCalibration.in(directory.path());
    calibration.ifPresent(stored -> stored.require(thresholds, record.scenarios()));
    Verdict verdict =
        Judge.judge(
            record,
            thresholds,
            calibration.isPresent()
                ? StoredCalibration.floors(calibration, record)
                : hosts.floors(record));
    directory.writeVerdict(verdict, record);
    directory.writePage(Installation.ofLauncher(), verdict, record);
    MeasureJob.show(verdict, record, directory, output);
    return ExitCode.of(verdict.verdict());
  }
}
