package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.cli.UntrustedRunOptions.DetailsOption;
import loomwatch.harness.cli.UntrustedRunOptions.ExpectedComparison;
import loomwatch.harness.cli.UntrustedRunOptions.RunCalibrationOption;
import loomwatch.harness.job.UsageException;
import loomwatch.reporting.publish.DetailsUrl;
import loomwatch.reporting.publish.Issue;
import loomwatch.reporting.publish.TrendIssues;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What issues are made of: runs' output directories and trend.json files. */
final class IssueOptions {
  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  @Option(
      names = "--sha",
      paramLabel = "SHA",
      description = "The commit; if given, each run's head must be it.")
  private @Nullable String sha;

  @Option(
      names = "--site",
      hidden = true,
      paramLabel = "URL",
      description = "Where the trend site is published, for links in what a trend.json says.")
  private @Nullable String site;

  @Mixin private HistoryOption history = new HistoryOption();

  /** The issues of one path, and the report they are of unless it is a run. */
  record IssueSource(List<Issue> issues, @Nullable TrendReport report) {
    /** Returns the last text for an issue that the report no longer has. */
    Optional<Issue> gone(String key) {
      return report == null ? Optional.empty() : TrendIssues.gone(key, report);
    }
  }

  /** Reads all before anything is written. */
  List<IssueSource> read(List<Path> paths) {
    DetailsUrl published = site();
    if (sha != null && paths.stream().allMatch(Files::isRegularFile)) {
      throw new UsageException("--sha is for a run's directory; history is of many commits");
    }
    List<IssueSource> sources = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isRegularFile(path)) {
        TrendReport report = TrendIssues.read(path);
        sources.add(new IssueSource(TrendIssues.of(report, published, history.causes()), report));
      } else {
        ExpectedComparison any = new ExpectedComparison();
        sources.add(
            new IssueSource(
                Issue.of(UntrustedRunOptions.of(sha, any, path, thresholds.read(), hosts)), null));
      }
    }
    return sources;
  }

  @Nullable DetailsUrl site() {
    return DetailsOption.of("--site", site);
  }

  Path history() {
    return history.path();
  }
}
