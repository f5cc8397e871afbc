package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.job.EngineChoice;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which load generator is used. */
final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "wrk2, embedded or jmeter. Default: wrk2 where its binary is found, else embedded.")
  private @Nullable String engine;

  @Option(
      names = "--wrk2",
      hidden = true,
      paramLabel = "FILE",
      description = "The wrk2 binary. Default: wrk2 or wrk on the PATH, if it is one.")
  private @Nullable Path wrk2;

  @Option(
      names = "--agents",
      hidden = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description =
          "With --engine jmeter: other machines make the load, on which ./loomwatch agent runs.")
  private List<String> agents = List.of();

  /**
   * What they ask for.
   *
   * @throws loomwatch.harness.job.UsageException when it cannot be had, or cannot send that
   */
  EngineChoice choice(List<Scenario> scenarios) throws IOException, InterruptedException {
    return EngineChoice.of(engine, wrk2, agents, scenarios);
  }
}
