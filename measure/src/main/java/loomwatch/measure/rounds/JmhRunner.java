package loomwatch.measure.rounds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.files.RecordException;

/** Runs the JMH suite once, one fork per benchmark, and reads each fork as a launch. */
final class JmhRunner {
  private static final Pattern FAILED = Pattern.compile("<(failure|forked VM failed .*)>");

  private final Children children;
  private final List<Integer> cores;
  private final Path raw;
  private final Function<JmhPlan, Duration> patience;

  JmhRunner(Children children, List<Integer> cores, Path raw) {
    this(children, cores, raw, JmhPlan::patience);
  }

  /** Creates one with a patience for one variant's forks of its own. */
  JmhRunner(
      Children children, List<Integer> cores, Path raw, Function<JmhPlan, Duration> patience) {
    this.children = children;
    this.cores = List.copyOf(cores);
    this.raw = raw;
    this.patience = patience;
  }

  /**
   * Runs benchmarks of each variant, one after another. If one takes too long, all are run once
   * more with few iterations, as slow ones are.
   *
   * @param order the place in the round of the first
   */
  List<Launch> run(int round, int order, List<VariantStart> variants, JmhPlan plan)
      throws IOException, InterruptedException {
    List<Launch> launches = new ArrayList<>();
    for (VariantStart variant : variants) {
      int place = order + launches.size();
      Instant startedAt = Instant.now();
      Optional<List<Launch>> forks = run(round, place, variant, plan);
      if (forks.isEmpty() && !plan.isShortest()) {
        return run(round, order, variants, plan.ofSlow());
      }
      launches.addAll(
          forks.orElseGet(() ->
              JmhResults.allFailed(
                  plan.benchmarks(),
                  new JmhResults.Run(round, place, variant.name(), startedAt, ""),
                  "JMH hung and was killed; its log: " + file(round, place, variant, "log"))));
    }
    return launches;
  }

  private Path file(int round, int order, VariantStart variant, String ending) {
    return raw.resolve("jmh-%d-%d-%s.%s".formatted(round, order, variant.name(), ending));
  }

  /** Runs benchmarks; returns nothing if they take too long, and ends them. */
  private Optional<List<Launch>> run(int round, int order, VariantStart variant, JmhPlan plan)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    Path result = file(round, order, variant, "json");
    Path log = file(round, order, variant, "log");
    Map<String, JmhResults.Benchmark> selected = plan.benchmarks();
    Process process =
        children.watch(
            new ProcessBuilder(Leash.command(command(variant, plan, result)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    if (!process.waitFor(patience.apply(plan).toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Children.end(process, 0);
      return Optional.empty();
    }
    JmhResults.Run run = new JmhResults.Run(round, order, variant.name(), startedAt, failure(log));
    // JMH leaves an empty file, or none, when nothing ran.
    byte[] json = Files.exists(result) ? Files.readAllBytes(result) : new byte[0];
    try {
      return Optional.of(
          JmhResults.read(
              new String(json, StandardCharsets.UTF_8), result.toString(), selected, run));
    } catch (RecordException e) {
      return Optional.of(JmhResults.allFailed(selected, run, String.valueOf(e.getMessage())));
    }
  }

  /** Returns the first failure in JMH's log, and where the log is. */
  private static String failure(Path log) throws IOException {
    List<String> lines = Shell.lines(log);
    int at = 0;
    while (at < lines.size() && !FAILED.matcher(lines.get(at)).find()) {
      at++;
    }
    String what = at == lines.size() ? "" : ": " + lines.get(at).replaceFirst("^.*<(.*)>.*$", "$1");
    Optional<String> thrown =
        lines.stream().skip(at + 1).filter(line -> !line.isBlank()).findFirst();
    return what.equals(": failure") && thrown.isPresent()
        ? ": %s; its log: %s".formatted(thrown.get(), log)
        : "%s; its log: %s".formatted(what, log);
  }

  /** JMH's own main: forks inherit its flags, unless a benchmark has some of its own. */
  private List<String> command(VariantStart variant, JmhPlan plan, Path result) {
    List<String> command = new ArrayList<>(CpuAffinity.prefix(cores));
    command.addAll(
        List.of(
            variant.jdk().resolve("bin/java").toString(),
            // JMH's lock file against other running instances is there.
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            variant.jmhClassPath(),
            "org.openjdk.jmh.Main",
            plan.include()));
    command.addAll(List.of("-rf", "json", "-rff", result.toString()));
    command.addAll(List.of("-prof", "gc", "-f", "1"));
    if (plan.singleShot()) {
      command.addAll(List.of("-bm", "ss"));
    } else {
      command.addAll(List.of("-bm", "avgt", "-wi", Integer.toString(plan.warmUps())));
      command.addAll(List.of("-w", JmhPlan.WARM_UP.toMillis() + "ms"));
      command.addAll(List.of("-i", Integer.toString(plan.iterations())));
      command.addAll(List.of("-r", JmhPlan.ITERATION.toMillis() + "ms"));
    }
    command.addAll(plan.options());
    if (!variant.jmhFlags().isEmpty()) {
      command.addAll(List.of("-jvmArgsAppend", String.join(" ", variant.jmhFlags())));
    }
    return command;
  }
}
