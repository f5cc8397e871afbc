package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import loomwatch.harness.github.CommentPublisher;
import loomwatch.harness.job.ExitCode;
import loomwatch.tell.publish.JudgedRun;
import loomwatch.tell.publish.PullRequestComment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a pull request's comment. */
@Command(
    name = "comment",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps one comment on the pull request whose head is a commit.",
      "",
      "It is written when something is shown to have changed, and from then on edited in place."
          + " Without a change and without a comment nothing is written, nor when the pull request"
          + " has moved on to another commit. The token needs pull-requests: write.",
      ""
    })
final class PublishCommentCommand implements Callable<Integer> {
  @Mixin private RunToPublish run = new RunToPublish();

  @Mixin private HubOptions hub = new HubOptions();

  @Option(
      names = "--sha",
      required = true,
      paramLabel = "SHA",
      description = "The commit; the run's head must be it, and the pull request's.")
  private String sha = "";

  @Option(
      names = "--pr",
      paramLabel = "N",
      description = "The pull request; its head must be the commit. Default: GitHub is asked.")
  private @Nullable Integer number;

  @Override
  public Integer call() {
    String commit = HubOptions.sha(sha);
    var details = run.detailsUrl();
    JudgedRun judged = run.read(commit);
    CommentPublisher publisher = new CommentPublisher(hub.hub(), hub.service());
    System.out.println(publisher.publish(commit, number, PullRequestComment.of(judged, details)));
    return ExitCode.PASS;
  }
}
