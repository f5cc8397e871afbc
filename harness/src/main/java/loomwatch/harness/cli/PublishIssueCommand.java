package loomwatch.harness.cli;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.gate.publish.Issue;
import loomwatch.gate.publish.JudgedRun;
import loomwatch.gate.publish.RunIssues;
import loomwatch.gate.publish.TrendIssues;
import loomwatch.gate.trend.TrendReport;
import loomwatch.harness.github.IssuePublisher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps issues about changes. */
@Command(
    name = "issue",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps one issue for each change that a run or history shows: opens, updates, closes.",
      "",
      "DIR may be a trend.json: each confirmed regression in history is one issue, data that stopped"
          + " coming is one. A comparison is one change, with all its metrics. A run of head alone"
          + " has an issue for each scenario whose limits it breaks. An issue is closed when the level returns; what a run"
          + " cannot tell leaves it as it is. Label loomwatch-acknowledged keeps it closed once"
          + " closed, loomwatch-accepted closes it for good. The token needs issues: write.",
      ""
    })
final class PublishIssueCommand implements Callable<Integer> {
  @Mixin private RunToPublish run = new RunToPublish();

  @Mixin private HubOptions hub = new HubOptions();

  @Option(
      names = "--sha",
      paramLabel = "SHA",
      description = "The commit; if given, the run's head must be it.")
  private @Nullable String sha;

  @Override
  public Integer call() {
    if (Files.isRegularFile(run.path())) {
      TrendReport report = trend();
      IssuePublisher publisher = new IssuePublisher(hub.hub());
      publisher.publish(TrendIssues.of(report)).forEach(System.out::println);
      publisher.closeGone(key -> TrendIssues.gone(key, report)).forEach(System.out::println);
      return ExitCode.PASS;
    }
    List<Issue> issues = RunIssues.of(judged());
    if (issues.isEmpty()) {
      System.out.println("no issue: this tells of no change, nor of a return");
      return ExitCode.PASS;
    }
    new IssuePublisher(hub.hub()).publish(issues).forEach(System.out::println);
    return ExitCode.PASS;
  }

  private JudgedRun judged() {
    return run.read(sha);
  }

  private TrendReport trend() {
    if (sha != null) {
      throw new UsageException("--sha is for a run's directory; history is of many commits");
    }
    return TrendIssues.read(run.path());
  }
}
