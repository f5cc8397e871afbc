package loomwatch.harness.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that leaves one record. */
final class OutOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output directory, without a record in it. Default: out/<time>-<seed>.")
  private @Nullable Path out;

  /** What was named, or null. */
  @Nullable Path path() {
    return out;
  }
}
