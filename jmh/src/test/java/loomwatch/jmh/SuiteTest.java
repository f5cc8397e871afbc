package loomwatch.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class SuiteTest {
  @TempDir Path directory;

  @Test
  void everyBenchmark_runsAndScores() throws Exception {
    Map<String, Double> scores = bestScores("loomwatch\\.jmh\\..*", 1);

    assertThat(scores)
        .containsOnlyKeys(
            "ExecutorHandOff.toPool",
            "ExecutorHandOff.toVirtualThreads",
            "ExecutorHandOff.twoUsersToPool",
            "ExecutorHandOff.twoUsersToVirtualThreads",
            "ThreadCreation.computeInMainThread",
            "ThreadCreation.computeInPlatformThread",
            "ThreadCreation.computeInVirtualThread",
            "ThreadCreationBatch.platformThreads",
            "ThreadCreationBatch.virtualThreads");
    assertThat(scores.values()).allMatch(score -> score > 0);
  }

  /** Of the best iterations: whatever else runs on the host only ever adds. */
  @Test
  void batch_platformThreads_costSeveralVirtualThreads() throws Exception {
    Map<String, Double> best = bestScores("ThreadCreationBatch", 8);

    double virtual = Objects.requireNonNull(best.get("ThreadCreationBatch.virtualThreads"));
    assertThat(best.get("ThreadCreationBatch.platformThreads")).isGreaterThan(2 * virtual);
  }

  @Test
  void main_killed_itsForkEndsByItself() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jmh.Main",
                "computeInMainThread",
                "-f",
                "1",
                "-i",
                "60")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.startsWith("# Warmup Iteration")) {
        line = output.readLine();
      }
      List<ProcessHandle> forks = process.descendants().toList();
      assertThat(forks).isNotEmpty();

      process.destroyForcibly().waitFor();

      for (ProcessHandle fork : forks) {
        assertThat(fork.onExit().orTimeout(30, TimeUnit.SECONDS).join().isAlive()).isFalse();
      }
    }
  }

  /** By class and method: the shortest time of an operation in any iteration, in this JVM. */
  private static Map<String, Double> bestScores(String include, int iterations)
      throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(include)
                    .forks(0)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(100))
                    .measurementIterations(iterations)
                    .measurementTime(TimeValue.milliseconds(100))
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    return results.stream()
        .collect(
            Collectors.toMap(
                result ->
                    result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"),
                result -> result.getPrimaryResult().getStatistics().getMin()));
  }
}
