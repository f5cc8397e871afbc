package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.arms.Git;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.CommitName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says which commits are still to be measured. */
@Command(
    name = "pending",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Says which commits have no run in history yet, the oldest first.",
      "",
      "They are head and its first parents, back to the newest commit that has a run. Of an empty"
          + " history, and of a branch that was rewritten since, it is head alone. There are none"
          + " when history is past head. Nothing is measured.",
      ""
    })
final class HistoryPendingCommand implements Callable<Integer> {
  @Mixin private HistoryOption history = new HistoryOption();

  @Option(
      names = "--head",
      paramLabel = "REV",
      defaultValue = "HEAD",
      description = "The newest commit. Default: the one checked out.")
  private String head = "HEAD";

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "So many at most: the oldest are left out, which standard error says. Default: 10.")
  private int most = 10;

  @Option(names = "--json", description = "As a JSON list, on one line.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (most < 1) {
      throw new UsageException("--most must be at least 1, was " + most);
    }
    List<String> commits = pending(Installation.ofLauncher().project());
    int leftOut = Math.max(0, commits.size() - most);
    if (leftOut > 0) {
      System.err.printf(
          "loomwatch: %d commits are not measured; the oldest %d are left out for good, %s to %s%n",
          commits.size(),
          leftOut,
          shortened(commits.getFirst()),
          shortened(commits.get(leftOut - 1)));
    }
    show(commits.subList(leftOut, commits.size()));
    return ExitCode.PASS;
  }

  private List<String> pending(Path root) throws IOException, InterruptedException {
    MeasuredCommits measured = MeasuredCommits.in(history.store());
    String commit = Git.commit(root, head);
    if (measured.isPast(root, commit)) {
      System.err.printf("loomwatch: nothing to measure: history is past %s%n", shortened(commit));
      return List.of();
    }
    if (measured.last().isEmpty()) {
      return List.of(commit);
    }
    String last = measured.last().get();
    if (!Git.descends(root, commit, last).orElse(false)) {
      System.err.printf(
          "loomwatch: %s does not descend from %s, the last one measured: the branch was rewritten,"
              + " and only %1$s is to be measured%n",
          shortened(commit), shortened(last));
      return List.of(commit);
    }
    return Git.between(root, last, commit).stream()
        .filter(each -> !measured.commits().contains(each))
        .toList();
  }

  private void show(List<String> commits) {
    if (json) {
      System.out.println(
          commits.stream()
              .map(each -> '"' + each + '"')
              .collect(Collectors.joining(",", "[", "]")));
    } else {
      commits.forEach(System.out::println);
    }
  }

  private static String shortened(String commit) {
    return CommitName.shortened(Plain.text(commit));
  }
}
