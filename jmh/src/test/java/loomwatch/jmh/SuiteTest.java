package loomwatch.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class SuiteTest {
  @TempDir Path directory;

  @Test
  void everyBenchmark_runsAndScores() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("loomwatch\\.jmh\\..*")
                    .forks(0)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(100))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(100))
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();

    Map<String, Double> scores =
        results.stream()
            .collect(
                Collectors.toMap(
                    result ->
                        result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"),
                    result -> result.getPrimaryResult().getScore()));
    assertThat(scores)
        .containsOnlyKeys(
            "ExecutorHandOff.toPool",
            "ExecutorHandOff.toVirtualThreads",
            "ThreadCreation.computeInMainThread",
            "ThreadCreation.computeInPlatformThread",
            "ThreadCreation.computeInVirtualThread",
            "ThreadCreationBatch.platformThreads",
            "ThreadCreationBatch.virtualThreads");
    assertThat(scores.values()).allMatch(score -> score > 0);
    double virtual = Objects.requireNonNull(scores.get("ThreadCreationBatch.virtualThreads"));
    assertThat(scores.get("ThreadCreationBatch.platformThreads")).isGreaterThan(3 * virtual);
  }

  @Test
  void main_nothingMatches_exits1ThoughJmhWouldNot() throws Exception {
    Process process = start("--include", "NoSuchBenchmark");

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
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

  @Test
  void parse_wrongUsage_saysWhatIsExpected() {
    assertThatThrownBy(() -> SuiteMain.Settings.parse("--forks", "2"))
        .hasMessage("--result is missing");
    assertThatThrownBy(() -> SuiteMain.Settings.parse("--result", "x", "--time", "0"))
        .hasMessage("--time must be a whole number of at least 1, was '0'");
    assertThatThrownBy(() -> SuiteMain.Settings.parse("--spoons", "2"))
        .hasMessage("unknown option '--spoons'");
  }

  private Process start(String... arguments) throws Exception {
    Path result = directory.resolve("result.json");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "loomwatch.jmh.SuiteMain",
                "--result",
                result.toString()));
    command.addAll(List.of(arguments));
    Files.deleteIfExists(result);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
