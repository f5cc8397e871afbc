package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
import loomwatch.results.files.AtomicFile;
import loomwatch.tell.publish.DataJsExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets others draw from history. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes history as a data.js of github-action-benchmark, capped.",
      "",
      "An export only: history stays where it is, and nothing of ours reads it back. It has what"
          + " was imported, and of Loomwatch's own series those that publish benchmark writes.",
      ""
    })
final class HistoryExportCommand implements Callable<Integer> {
  @Mixin private HistoryOption history = new HistoryOption();

  @Mixin private PolicyOption policy = new PolicyOption();

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
        out, DataJsExport.write(history.existing().read(), policy.read(), page, newest));
    System.out.println("Wrote " + out);
    return ExitCode.PASS;
  }
}
