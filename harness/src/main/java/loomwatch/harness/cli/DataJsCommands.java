package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.harness.cli.HistoryOptions.HistoryOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.JmhReleases;
import loomwatch.harness.job.UsageException;
import loomwatch.reporting.publish.ChartExport;
import loomwatch.results.Metric.Direction;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.PackedFile;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.HistoryStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for github-action-benchmark's data.js, and for JMH's results of past releases. */
final class DataJsCommands {
  private DataJsCommands() {}

  @Command(
      name = "import",
      description = {
        "Reads the history of github-action-benchmark or JMH into this one.",
        "",
        "Of JMH it takes a folder of results (-rf json), each named after a git revision or tag, such as"
            + " v1.2.json. Commit and time come from git.",
        "",
        "Series keep their names and are judged like Loomwatch's own. Which way one gets better"
            + " follows from a custom tool that its entry names, else from its unit, else from the tool. Importing the same"
            + " again adds only what is new. Files are never changed."
      })
  static final class HistoryImportCommand implements Callable<Integer> {
    @Parameters(
        arity = "1",
        paramLabel = "FILE",
        description = "The data.js, or a folder of JMH's results.")
    private @Nullable Path file;

    @Option(
        names = "--direction",
        hidden = true,
        paramLabel = "lower|higher",
        description = "Which way all of it gets better, whatever units and tools say.")
    private @Nullable String direction;

    @Option(
        names = "--tool",
        hidden = true,
        paramLabel = "TOOL",
        description = "The tool it is of, whatever its entries name; of github-action-benchmark's.")
    private @Nullable String tool;

    @Mixin private HistoryOption history = new HistoryOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
      Path named = Objects.requireNonNull(file);
      DataJs.ImportedHistory imported = Files.isDirectory(named) ? ofJmh(named) : ofDataJs(named);
      imported
          .undirected()
          .forEach((name, entries) ->
              System.err.printf(
                  "loomwatch: left out %d entries of tool %s: neither it nor a unit tells which"
                      + " way is better; --direction or --tool decides%n",
                  entries, name));
      imported
          .conflicts()
          .forEach(conflict ->
              System.err.printf(
                  "loomwatch: %s, which counts, though its unit looks otherwise; --direction tells%n",
                  conflict));
      HistoryStore store = history.store();
      int added =
          store.addAll(
              store.exists() ? imported.notIn(store.read().entries()) : imported.entries());
      System.out.printf(
          "Imported %d of %d entries from %s into %s%s%n",
          added, imported.entries().size(), named, history.path(), leftOut(imported));
      return ExitCode.PASS;
    }

    private DataJs.ImportedHistory ofDataJs(Path named) {
      return DataJs.read(text(named), named.toString(), importOptions(), Instant.now());
    }

    private DataJs.ImportedHistory ofJmh(Path folder) throws IOException, InterruptedException {
      if (direction != null || tool != null) {
        throw new UsageException("--direction and --tool are for a data.js, not for JMH's results");
      }
      return JmhReleases.read(folder, Installation.ofLauncher().project());
    }

    private static String leftOut(DataJs.ImportedHistory imported) {
      return (imported.leftOut() == 0
              ? ""
              : "; left out %d values that are no numbers".formatted(imported.leftOut()))
          + (imported.repeated() == 0
              ? ""
              : "; left out %d values whose name came before in the same entry"
                  .formatted(imported.repeated()));
    }

    private DataJs.ImportOptions importOptions() {
      if (tool != null && !DataJs.tools().contains(tool)) {
        throw new UsageException(
            "--tool must be one of %s, was %s".formatted(String.join(", ", DataJs.tools()), tool));
      }
      return new DataJs.ImportOptions(direction == null ? null : direction(direction), tool);
    }

    private static Direction direction(String label) {
      return Stream.of(Direction.values())
          .filter(each -> each.label().equals(label))
          .findFirst()
          .orElseThrow(
              () -> new UsageException("--direction must be lower or higher, was " + label));
    }

    private static String text(Path file) {
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            file
                + " does not exist; name a data.js of github-action-benchmark, or a folder of JMH's results");
      }
      return PackedFile.text(file, "file", "save it as UTF-8");
    }
  }

  @Command(
      name = "export",
      description = {
        "Writes history as a data.js of github-action-benchmark, capped.",
        "",
        "An export only: history stays where it is, and nothing of ours reads it back. It has what"
            + " was imported, and of Loomwatch's own series those that publish benchmark writes."
      })
  static final class HistoryExportCommand implements Callable<Integer> {
    @Mixin private HistoryOption history = new HistoryOption();
    @Mixin private ThresholdsOption thresholds = new ThresholdsOption();

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description = "Where to write it; replaced whole or not at all.")
    private Path out = Path.of("data.js");

    @Option(
        names = "--newest",
        hidden = true,
        paramLabel = "N",
        defaultValue = "200",
        description = "Of each suite at most so many entries; default ${DEFAULT-VALUE}.")
    private int newest = 200;

    @Option(
        names = "--repository",
        hidden = true,
        paramLabel = "URL",
        defaultValue = "",
        description = "The repository's page, for links to commits.")
    private String repository = "";

    @Override
    public Integer call() {
      if (newest < 1) {
        throw new UsageException("--newest must be at least 1, was " + newest);
      }
      String page = repository.replaceAll("/+$", "");
      AtomicFile.write(
          out, ChartExport.dataJs(history.existing().read(), thresholds.read(), page, newest));
      System.out.println("Wrote " + out);
      return ExitCode.PASS;
    }
  }
}
