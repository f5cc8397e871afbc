package loomwatch.harness.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.cli.HistoryOptions.HistoryCalibrationOption;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HistoryTrend;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.reporting.report.TrendText;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.history.History;
import loomwatch.trend.Remeasurement;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "trend",
    description = {
      "Shows what changed over history, and since which commit.",
      "",
      "Writes trend.json, which site and publish read. Exit codes: 0 no open change, 1 a confirmed"
          + " regression is open or a budget is spent, 2 a suspected one waits to be measured again (or too little is"
          + " known yet), 3 data is missing."
    },
    footer = {
      "  ./loomwatch trend                          what is open now",
      "  ./loomwatch trend --all                    every change there ever was",
      "  ./loomwatch trend --history gh-pages/history --json"
    })
final class TrendCommand implements Callable<Integer> {
  @Mixin private HistoryOption history = new HistoryOption();

  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private HistoryCalibrationOption calibration = new HistoryCalibrationOption();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the report. Default: trend.json in the output folder.")
  private @Nullable Path out;

  @Option(
      names = "--again",
      hidden = true,
      paramLabel = "FILE",
      description =
          "Where to write what is to be measured again, as lines base=…, head=…, scenario=… and"
              + " capacity=…; an empty file if nothing is.")
  private @Nullable Path again;

  @Option(
      names = "--night",
      hidden = true,
      paramLabel = "FILE",
      description =
          "Where to write, in the same lines, what a night is to measure: main against the release or"
              + " the pin that a budget in thresholds.yaml counts from.")
  private @Nullable Path night;

  @Option(
      names = "--now",
      hidden = true,
      paramLabel = "TIME",
      description = "The clock that missing data is judged by, such as 2026-11-21T12:00:00Z.")
  private @Nullable String now;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws InterruptedException {
    History read = history.existing().read().inCommitOrder();
    TrendReport report =
        new HistoryTrend(read, history.records())
            .judge(
                history.accepted(),
                clock(),
                calibration.read(history.path()),
                Installation.ofLauncher().project(),
                thresholds.read().budget());
    String json = TrendJson.write(report);
    AtomicFile.write(
        out == null ? Installation.ofLauncher().out().resolve("trend.json") : out, json);
    if (again != null) {
      AtomicFile.write(again, lines(Remeasurement.of(report)));
    }
    if (night != null) {
      AtomicFile.write(night, lines(Remeasurement.ofNight(report)));
    }
    System.out.print(output.json() ? json : TrendText.render(report, output.style()));
    return ExitCode.of(report.verdict());
  }

  private static String lines(Optional<Remeasurement> asked) {
    return asked.map(Remeasurement::outputs).orElse(List.of()).stream()
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private Instant clock() {
    try {
      return now == null ? Instant.now() : Instant.parse(now);
    } catch (DateTimeParseException e) {
      throw new UsageException(
          "--now must be an instant in UTC such as 2026-11-21T12:00:00Z, was " + now);
    }
  }
}
