package loomwatch.harness.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Keeps history. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description = {
      "Stores measurements, run by run, for trend and site.",
      "",
      "History is append-only: each entry holds the hash of the one before it, and what is"
          + " missing, cut off or changed is an error that names the file, never a shorter history.",
      ""
    },
    subcommands = {
      HistoryAddCommand.class,
      HistoryUnmeasuredCommand.class,
      HistoryListCommand.class,
      HistoryPendingCommand.class,
      HistoryVerifyCommand.class,
      HistoryPruneCommand.class,
      HistoryImportCommand.class,
      HistoryExportCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch history add                      the last run",
      "  ./loomwatch history add out/20261121T120000Z-1a2b --branch main",
      "  ./loomwatch history import gh-pages/dev/bench/data.js"
    })
final class HistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "history needs to know what to do: " + String.join(", ", spec.subcommands().keySet()));
  }
}
