package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import loomwatch.tell.publish.BenchmarkExport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes github-action-benchmark's input. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a run's numbers that decide as github-action-benchmark reads them.",
      "",
      "One file for each direction: smaller-is-better.json for the tool customSmallerIsBetter,"
          + " bigger-is-better.json for customBiggerIsBetter, if there is such a metric. What was"
          + " not measured is left out: the action reads a missing value as 0. Each number is a"
          + " chart, so there are at most 30: of the limits with gate: true, the first in the"
          + " policy's order.",
      ""
    })
final class PublishBenchmarkCommand implements Callable<Integer> {
  @Mixin private RunToPublish run = new RunToPublish();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Where the files go; made if need be.")
  private Path out = Path.of(".");

  @Option(
      names = "--sha",
      paramLabel = "SHA",
      description = "The commit; if given, the run's head must be it.")
  private @Nullable String sha;

  @Override
  public Integer call() {
    Map<String, String> files = BenchmarkExport.of(run.read(sha), run.policy(), run.detailsUrl());
    if (files.isEmpty()) {
      throw new RecordException(
          run.path()
              + " must hold a number that decides, held none: a limit with gate: true must be of"
              + " what was measured");
    }
    files.forEach((name, json) -> {
      AtomicFile.write(out.resolve(name), json);
      System.out.println(out.resolve(name));
    });
    return ExitCode.PASS;
  }
}
