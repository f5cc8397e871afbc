package loomwatch.harness.cli;

import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.results.files.Plain;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.tell.text.CommitName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what is in history. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {"Shows the entries of a history, the newest last.", ""})
final class HistoryListCommand implements Callable<Integer> {
  @Mixin private HistoryOption history = new HistoryOption();

  @Option(
      names = "--newest",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many; default ${DEFAULT-VALUE}.")
  private int newest = 20;

  @Override
  public Integer call() {
    if (newest < 1) {
      throw new UsageException("--newest must be at least 1, was " + newest);
    }
    History all = history.existing().read();
    List<HistoryEntry> entries = all.entries();
    entries.subList(Math.max(0, entries.size() - newest), entries.size()).forEach(this::show);
    System.out.printf("%d in all; head %s%n", entries.size(), all.head());
    return ExitCode.PASS;
  }

  private void show(HistoryEntry entry) {
    String commit = entry.provenance().commit();
    String message = entry.provenance().message();
    System.out.printf(
        "%s  %-10s  %-10s  %-12s  %3d series  %s%n",
        entry.measuredAt(),
        entry.kind().label(),
        CommitName.shortened(Plain.text(commit)),
        Plain.text(entry.verdict() == null ? "-" : entry.verdict()),
        entry.series().size(),
        Plain.text(message == null ? entry.id() : message));
  }
}
