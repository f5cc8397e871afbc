package loomwatch.harness.github;

import java.nio.file.Path;
import loomwatch.harness.cli.LoomwatchCommand;

/**
 * Does in one JVM, one after another, what workflows start {@code ./loomwatch} for, so that an
 * archive of the classes that this takes can be made. How each command ends matters to nobody.
 */
final class Rehearsal {
  private Rehearsal() {}

  static void in(Path folder, String commit) throws Exception {
    Path run = folder.resolve("run");
    StandInMain.keepRun(run, commit, 1);
    String trend = folder.resolve("trend.json").toString();
    String history = folder.resolve("history").toString();
    LoomwatchCommand.run("gate", run.toString(), "--sha", commit);
    LoomwatchCommand.run("history", "add", run.toString(), "--once", "--history", history);
    LoomwatchCommand.run("history", "pending", "--history", history, "--json");
    LoomwatchCommand.run("trend", "--history", history, "--out", trend);
    String bench = folder.resolve("bench").toString();
    LoomwatchCommand.run("publish", "benchmark", run.toString(), "--out", bench);
    String[] issue = {
      "publish",
      "issue",
      run.toString(),
      trend,
      "--repo",
      "a/b",
      "--sha",
      commit,
      "--give-up-after",
      "1"
    };
    LoomwatchCommand.run(issue);
  }
}
