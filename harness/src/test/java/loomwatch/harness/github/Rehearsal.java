package loomwatch.harness.github;

import java.nio.file.Files;
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
    Files.createDirectories(folder.resolve("bench"));
    publish("benchmark", run.toString(), "--out", folder.resolve("bench").toString());
    publish(
        "issue", run.toString(), trend, "--repo", "a/b", "--sha", commit, "--give-up-after", "1");
  }

  private static void publish(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "publish";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    LoomwatchCommand.run(command);
  }
}
