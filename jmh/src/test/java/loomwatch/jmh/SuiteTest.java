package loomwatch.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  void main_nothingMatches_exits1AndSaysSo() throws Exception {
    Process process = start("--include", "NoSuchBenchmark");

    assertThat(process.inputReader().lines())
        .containsExactly("loomwatch-jmh: --include 'NoSuchBenchmark' matches no benchmark");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /** JMH's own main exits 0 then. */
  @Test
  void main_everyForkFails_exits1() throws Exception {
    Process process = start("--include", "computeInMainThread", "--jvm-arg=-XX:NoSuchFlag");

    assertThat(process.inputReader().lines()).anyMatch(line -> line.contains("NoSuchFlag"));
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /** Without Tomcat on the class path one of the two cannot start, which JMH takes for success. */
  @Test
  void main_oneOfTwoFails_exits1AndNamesIt() throws Exception {
    String withoutTomcat =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("tomcat-embed-core"))
            .collect(Collectors.joining(File.pathSeparator));

    Process process =
        startOn(
            withoutTomcat,
            "--include",
            "computeInMainThread|\\.toPool",
            "--iterations",
            "1",
            "--warmup-iterations",
            "1",
            "--time",
            "100");

    assertThat(process.inputReader().lines())
        .contains("loomwatch-jmh: no score from loomwatch.jmh.ExecutorHandOff.toPool");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void main_wrongUsage_exits64WithTheUsage() throws Exception {
    Process process = start("--forks", "none");

    assertThat(process.inputReader().lines())
        .startsWith(
            "loomwatch-jmh: --forks must be a whole number of at least 1, was 'none'",
            "Usage: loomwatch.jmh.SuiteMain --result FILE [OPTION VALUE]...");
    assertThat(process.waitFor()).isEqualTo(64);
  }

  @Test
  void main_oneBenchmarkInTwoForks_leavesJmhsJsonWithAllocation() throws Exception {
    Process process =
        start(
            "--include",
            "ThreadCreationBatch.virtualThreads",
            "--forks",
            "2",
            "--iterations",
            "1",
            "--warmup-iterations",
            "1",
            "--time",
            "100");

    process.inputReader().lines().forEach(line -> {});
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(directory.resolve("result.json")))
        .contains("loomwatch.jmh.ThreadCreationBatch.virtualThreads", "gc.alloc.rate.norm");
  }

  @Test
  void main_killed_itsForkEndsByItself() throws Exception {
    Process process =
        start("--include", "computeInMainThread", "--iterations", "60", "--time", "1000");
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

  private Process start(String... arguments) throws Exception {
    return startOn(System.getProperty("java.class.path"), arguments);
  }

  private Process startOn(String classPath, String... arguments) throws Exception {
    Path result = directory.resolve("result.json");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                classPath,
                "loomwatch.jmh.SuiteMain",
                "--result",
                result.toString()));
    command.addAll(List.of(arguments));
    Files.deleteIfExists(result);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
