package loomwatch.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.harness.github.IssuePublisher;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.tell.publish.DetailsUrl;
import loomwatch.tell.publish.Issue;
import loomwatch.tell.publish.RunIssues;
import loomwatch.tell.publish.TrendIssues;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps issues about changes. */
@Command(
    name = "issue",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps one issue for each change that a run or history shows: opens, updates, closes.",
      "",
      "Of a trend.json each confirmed regression in history is one issue, data that stopped coming is"
          + " one. A comparison is one change, with all its metrics. A run of head alone"
          + " has an issue for each scenario whose limits it breaks. An issue is closed when the level returns; what a run"
          + " cannot tell leaves it as it is. Label loomwatch-acknowledged keeps it closed once"
          + " closed, until the level returns; loomwatch-accepted closes it for good. In a"
          + " repository with issues switched off nothing is done. The token needs issues: write.",
      ""
    })
final class PublishIssueCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Runs' output directories, which may be strangers', and trend.json files.")
  private List<Path> paths = List.of();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  @Mixin private HubOptions hub = new HubOptions();

  @Option(
      names = "--sha",
      paramLabel = "SHA",
      description = "The commit; if given, each run's head must be it.")
  private @Nullable String sha;

  @Option(
      names = "--site",
      hidden = true,
      paramLabel = "URL",
      description = "Where the trend site is published, for links in issues of a trend.json.")
  private @Nullable String site;

  @Mixin private HistoryOption history = new HistoryOption();

  @Override
  public Integer call() {
    DetailsUrl published = DetailsOption.of("--site", site);
    if (sha != null && paths.stream().allMatch(Files::isRegularFile)) {
      throw new UsageException("--sha is for a run's directory; history is of many commits");
    }
    List<Runnable> publications = new ArrayList<>();
    for (Path path : paths) { // all are read before anything is written
      if (Files.isRegularFile(path)) {
        TrendReport report = TrendIssues.read(path);
        List<Issue> issues = TrendIssues.of(report, published, history.causes());
        publications.add(() -> publish(issues, report));
      } else {
        AskedComparison any = new AskedComparison();
        List<Issue> issues = RunIssues.of(RunToPublish.of(sha, any, path, policy.read(), hosts));
        publications.add(() -> publish(issues));
      }
    }
    publications.forEach(Runnable::run);
    return ExitCode.PASS;
  }

  private void publish(List<Issue> issues, TrendReport report) {
    IssuePublisher publisher = new IssuePublisher(hub.hub(), hub.service());
    publisher.publish(issues).forEach(System.out::println);
    publisher.closeGone(key -> TrendIssues.gone(key, report)).forEach(System.out::println);
  }

  private void publish(List<Issue> issues) {
    if (issues.isEmpty()) {
      System.out.println("no issue: this tells of no change, nor of a return");
      return;
    }
    new IssuePublisher(hub.hub(), hub.service()).publish(issues).forEach(System.out::println);
  }
}
