package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import loomwatch.harness.github.CheckPublisher;
import loomwatch.harness.job.ExitCode;
import loomwatch.tell.publish.CheckReport;
import loomwatch.tell.publish.JudgedRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a check run. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the check run \"Loomwatch\" on a commit, or brings it up to date.",
      "",
      "Pass and improved are a success, regressed is a failure, inconclusive and invalid are"
          + " neutral. The exit code tells whether it was written, not the verdict. The token needs"
          + " checks: write.",
      ""
    })
final class PublishCheckCommand implements Callable<Integer> {
  @Mixin private RunToPublish run = new RunToPublish();

  @Mixin private HubOptions hub = new HubOptions();

  @Option(
      names = "--sha",
      required = true,
      paramLabel = "SHA",
      description = "The commit; the run's head must be it.")
  private String sha = "";

  @Override
  public Integer call() {
    String commit = HubOptions.sha(sha);
    var details = run.detailsUrl();
    JudgedRun judged = run.read(commit);
    CheckPublisher publisher = new CheckPublisher(hub.hub(), hub.service());
    System.out.println(publisher.publish(commit, CheckReport.of(judged, details), details));
    return ExitCode.PASS;
  }
}
