package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.WhyJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "why",
    description = {
      "Names the methods behind a regression, by profilers.",
      "",
      "Both revisions of a stored comparison are measured again.",
      "",
      "Writes causes.json, causes.md, causes.html and causes/ beside the comparison's other files,"
          + " and the causes into verdict.json and report.md. What was measured and judged stays as"
          + " it is. One scenario takes one to three minutes; building a variant comes first. The exit code is 0"
          + " when it could be found out, whether or not a cause is shown; 3 when nothing could be profiled."
    },
    footer = {
      "  ./loomwatch why                                   of the last comparison",
      "  ./loomwatch why out/20261121T120000Z-1a2b --scenario hello"
    })
final class WhyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A comparison's output directory. Default: the last.")
  private @Nullable Path run;

  @Option(
      names = "--scenario",
      split = ",",
      paramLabel = "NAME",
      description = "Only these. Default: those that got worse, else all.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--wrk2",
      hidden = true,
      paramLabel = "FILE",
      description =
          "Of a comparison that wrk2 loaded: its binary. Default: wrk2 or wrk on the PATH.")
  private @Nullable Path wrk2;

  @Option(
      names = "--agents",
      hidden = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Of a comparison that JMeter's agents loaded: where they run now.")
  private List<String> agents = List.of();

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = service.installation();
    Path named = run == null ? RunDirectory.latest(installation.out()) : run;
    return new WhyJob(installation, named)
        .run(MeasuringOptions.names(scenarios), wrk2, agents, output.presentation());
  }
}
