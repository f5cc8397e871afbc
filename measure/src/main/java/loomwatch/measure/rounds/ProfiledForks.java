package loomwatch.measure.rounds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.observe.AsyncProfiler;
import loomwatch.measure.observe.StackReader;
import loomwatch.measure.observe.StackReader.StackCosts;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.measure.rounds.ProfiledPass.ProfiledLaunches;
import loomwatch.measure.rounds.Progress.RemainingTime;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * Runs a plan's JMH benchmarks with profilers in every fork. A benchmark's time and bytes per
 * operation, as JMH measures them there, are divided among the stacks by their share of the
 * samples: a recording has no number of operations.
 */
public final class ProfiledForks {
  /** Of the classes that JMH generates, whose methods call the benchmark's in a loop. */
  private static final String GENERATED = "_jmhTest";

  private static final String JMH = "org.openjdk.jmh.";

  private final Plan plan;
  private final Equipment equipment;
  private final Progress progress;
  private final JmhRunner jmh;
  private final List<LaunchStacks> profiled = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  public ProfiledForks(
      Plan plan, Equipment equipment, Children children, List<Integer> cores, Progress progress) {
    this.plan = plan;
    this.equipment = equipment;
    this.progress = progress;
    this.jmh = new JmhRunner(children, cores, equipment.raw());
  }

  /** Profiles every benchmark in every round; failed forks are left out with a remark. */
  public ProfiledLaunches run() throws IOException, InterruptedException {
    RemainingTime left =
        Measurement.remaining(plan, Measurement.expected(plan, equipment.generator()::unmeasured));
    for (Round round : plan.rounds()) {
      int order = 0;
      for (JmhPlan method : plan.profile().jmh().byMethod()) {
        progress.begin("causes, %s round %d".formatted(method.shown(), round.number()), left);
        for (JmhPlan benchmark : method.byParameters()) {
          for (String variant : round.jmhVariants()) {
            progress.doing("profiling %s", variant);
            profile(round.number(), order++, equipment.variant(variant), benchmark);
            left.done(benchmark.expected());
          }
        }
      }
    }
    progress.end();
    return new ProfiledLaunches(profiled, remarks);
  }

  private void profile(int round, int order, VariantStart variant, JmhPlan benchmark)
      throws IOException, InterruptedException {
    Path folder = equipment.raw();
    Path recording = folder.resolve("fork-%d-%d.jfr".formatted(round, order));
    Path samples = folder.resolve("fork-%d-%d-samples.jfr".formatted(round, order));
    List<String> flags = new ArrayList<>(variant.jmhFlags());
    Recording.STACKS.flags(folder, variant.jdk(), recording).stream()
        .map(ProfiledForks::quoted)
        .forEach(flags::add);
    try {
      flags.add(quoted(AsyncProfiler.flag(folder, samples)));
    } catch (AsyncProfiler.UnavailableException e) {
      remarks.add(e.getMessage());
    }
    for (Launch launch : jmh.run(round, order, List.of(variant.withJmhFlags(flags)), benchmark)) {
      profiled(launch, recording, samples);
    }
  }

  private void profiled(Launch launch, Path recording, Path samples) throws IOException {
    String name = "%s, %s, round %d".formatted(launch.scenario(), launch.variant(), launch.round());
    if (!launch.valid()) {
      remarks.add("%s was not profiled: %s.".formatted(name, launch.invalid().getFirst()));
    } else if (!Files.exists(recording)) {
      remarks.add("%s was not profiled: its JVM gave no recording of JFR.".formatted(name));
    } else {
      profiled.add(stacks(launch, StackReader.ofFork(recording, samples)));
    }
  }

  /** Quotes a flag for JMH, which splits flags at blanks and takes double quotes away. */
  private static String quoted(String flag) {
    return '"' + flag.replace('"', '\'') + '"';
  }

  private static LaunchStacks stacks(Launch launch, StackCosts spent) {
    double seconds = value(launch, Metric.TIME_PER_OPERATION);
    double bytes = value(launch, Metric.ALLOCATED_PER_OPERATION);
    Map<Resource, Map<Stack, Double>> perOperation = new EnumMap<>(Resource.class);
    perOperation.put(Resource.CPU, divided(seconds, spent.of(Resource.CPU)));
    // Less than an object is what JMH and the JVM allocate meanwhile.
    if (bytes >= Metric.ALLOCATED_PER_OPERATION.beside()) {
      perOperation.put(Resource.ALLOCATION, divided(bytes, spent.of(Resource.ALLOCATION)));
    }
    return new LaunchStacks(
        launch.scenario(),
        launch.round(),
        Side.valueOf(launch.variant().toUpperCase(Locale.ROOT)),
        launch.mode(),
        1,
        0,
        seconds,
        perOperation,
        spent.cpuSamples(),
        spent.profiler());
  }

  private static double value(Launch launch, Metric metric) {
    return launch.sample(metric).map(Sample::value).orElse(0.0);
  }

  /** Divides an amount among the stacks of a benchmark by their weights. */
  static Map<Stack, Double> divided(double amount, Map<Stack, Double> weights) {
    Map<Stack, Double> shares = new HashMap<>();
    weights.forEach((stack, weight) ->
        ofBenchmark(stack).ifPresent(own -> shares.merge(own, weight, Double::sum)));
    double all = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    shares.replaceAll((stack, weight) -> amount * weight / all);
    return shares;
  }

  /**
   * Returns what a benchmark's method calls, or what runs in a thread of its own; empty for JMH
   * itself and the JVM's threads.
   */
  private static Optional<Stack> ofBenchmark(Stack stack) {
    List<Frame> frames = stack.frames();
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (frames.get(i).type().endsWith(GENERATED)) {
        List<Frame> called = frames.subList(i + 1, frames.size());
        return called.isEmpty() ? Optional.empty() : Optional.of(new Stack(called));
      }
    }
    boolean other =
        frames.getFirst().type().isEmpty()
            || frames.stream().anyMatch(frame -> frame.type().startsWith(JMH));
    return other ? Optional.empty() : Optional.of(stack);
  }
}
