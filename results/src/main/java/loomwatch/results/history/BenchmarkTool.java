package loomwatch.results.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.results.Direction;

/** Which way benchmarks of the tools that github-action-benchmark reads get better. */
final class BenchmarkTool {
  /** The tools of version 1.22, {@code biggerIsBetter} in its {@code write.ts}. */
  private static final Map<String, Direction> TOOLS =
      Map.ofEntries(
          Map.entry("cargo", Direction.LOWER_IS_BETTER),
          Map.entry("go", Direction.LOWER_IS_BETTER),
          Map.entry("benchmarkjs", Direction.HIGHER_IS_BETTER),
          Map.entry("benchmarkluau", Direction.LOWER_IS_BETTER),
          Map.entry("pytest", Direction.HIGHER_IS_BETTER),
          Map.entry("googlecpp", Direction.LOWER_IS_BETTER),
          Map.entry("catch2", Direction.LOWER_IS_BETTER),
          Map.entry("julia", Direction.LOWER_IS_BETTER),
          Map.entry("jmh", Direction.LOWER_IS_BETTER),
          Map.entry("benchmarkdotnet", Direction.LOWER_IS_BETTER),
          Map.entry("customBiggerIsBetter", Direction.HIGHER_IS_BETTER),
          Map.entry("customSmallerIsBetter", Direction.LOWER_IS_BETTER));

  private BenchmarkTool() {}

  /** Those that are known. */
  static List<String> names() {
    return TOOLS.keySet().stream().sorted().toList();
  }

  /** Of one by its name; nothing of one that is not known. */
  static Optional<Direction> direction(String tool) {
    return Optional.ofNullable(TOOLS.get(tool));
  }

  /** Whether somebody chose the direction with the tool, so that it goes before a unit's. */
  static boolean tells(String tool) {
    return tool.startsWith("custom") && TOOLS.containsKey(tool);
  }
}
