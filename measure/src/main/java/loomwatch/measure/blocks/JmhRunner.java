package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.files.RecordException;

/** Runs the JMH suite once, one fork for each benchmark, and reads each fork as a launch. */
final class JmhRunner {
  /** How much longer than planned a pass may take before it is taken for hung. */
  private static final int PATIENCE = 4;

  private final Children children;
  private final List<Integer> cores;
  private final Path raw;

  JmhRunner(Children children, List<Integer> cores, Path raw) {
    this.children = children;
    this.cores = List.copyOf(cores);
    this.raw = raw;
  }

  /**
   * One pass of one arm; a benchmark that failed is a launch with its reason.
   *
   * @param order of the arm's pass in the block, from 0
   */
  List<Launch> run(int block, int order, ArmStart arm, JmhPlan plan, Duration expected)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    Path result = raw.resolve("jmh-" + block + "-" + arm.name() + ".json");
    Path log = raw.resolve("jmh-" + block + "-" + arm.name() + ".log");
    Map<String, JmhResults.Benchmark> selected = JmhBenchmarks.selectedBy(plan.include());
    String include = JmhBenchmarks.exactly(selected.keySet());
    Process process =
        children.watch(
            new ProcessBuilder(Leash.command(command(arm, plan, include, result)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    boolean ended =
        process.waitFor(expected.multipliedBy(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Children.end(process, 0);
    }
    JmhResults.Run run = new JmhResults.Run(block, order, arm.name(), startedAt);
    if (!ended) {
      return JmhResults.allFailed(selected, run, "JMH hung and was killed; its log: " + log);
    }
    // JMH leaves an empty file, or none, when nothing ran.
    byte[] json = Files.exists(result) ? Files.readAllBytes(result) : new byte[0];
    try {
      return JmhResults.read(
          new String(json, StandardCharsets.UTF_8), result.toString(), selected, run);
    } catch (RecordException e) {
      return JmhResults.allFailed(selected, run, String.valueOf(e.getMessage()));
    }
  }

  private List<String> command(ArmStart arm, JmhPlan plan, String include, Path result) {
    List<String> command = new ArrayList<>(CpuAffinity.prefix(cores));
    command.addAll(
        List.of(
            arm.jdk().resolve("bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            // Where JMH looks for another that is running.
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            arm.jmhClassPath(),
            "loomwatch.jmh.SuiteMain",
            "--result",
            result.toString(),
            "--include",
            include,
            "--forks",
            "1",
            "--warmup-iterations",
            Integer.toString(plan.warmUps()),
            "--iterations",
            Integer.toString(plan.iterations()),
            "--time",
            Long.toString(plan.iteration().toMillis())));
    for (String flag : arm.jmhFlags()) {
      command.add("--jvm-arg=" + flag);
    }
    return command;
  }
}
