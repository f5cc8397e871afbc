package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.JunitOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasureJob.Presentation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.report.Report;
import loomwatch.results.MeasurementRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Shows a stored verdict as text, Markdown or JSON.",
      "",
      "The exit code is 0 when it could be shown, whatever the verdict."
    },
    footer = {
      "  ./loomwatch report                       the last run, for this terminal",
      "  ./loomwatch report --all                 with every metric",
      "  ./loomwatch report --format markdown out/20261121T120000Z-1a2b"
    })
final class ReportCommand implements Callable<Integer> {
  enum ReportFormat {
    TEXT,
    MARKDOWN,
    JSON
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A run's output directory. Default: the last run.")
  private @Nullable Path run;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (the default), markdown or json.")
  private ReportFormat format = ReportFormat.TEXT;

  @Mixin private JunitOption junit = new JunitOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException {
    Presentation presentation = junit.with(output.presentation());
    Path named = run == null ? RunDirectory.latest(Installation.ofLauncher().out()) : run;
    RunDirectory directory = RunDirectory.existing(named);
    Verdict verdict = directory.readVerdict();
    MeasurementRecord record = directory.readRecord().record();
    presentation.writeJunit(verdict, record);
    System.out.print(
        switch (output.json() ? ReportFormat.JSON : format) {
          case TEXT -> new Report(verdict, record).terminal(output.style());
          case MARKDOWN -> new Report(verdict, record).markdown();
          case JSON -> VerdictJson.write(verdict);
        });
    return ExitCode.PASS;
  }
}
