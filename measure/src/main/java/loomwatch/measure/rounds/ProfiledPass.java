package loomwatch.measure.rounds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.measure.launch.RequestCheck;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.StackReader;
import loomwatch.measure.observe.StackReader.StackCosts;
import loomwatch.measure.observe.TailReader;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.rounds.Progress.RemainingTime;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * Runs a plan with profilers in every server, to see what threads spend. Groups, windows and loads
 * are those of {@link Measurement}; the numbers include the profilers' cost and are not compared.
 */
public record ProfiledPass(Plan plan, Equipment equipment, Progress progress) {
  public record ProfiledLaunches(List<LaunchStacks> launches, List<String> remarks) {
    public ProfiledLaunches {
      launches = List.copyOf(launches);
      remarks = List.copyOf(remarks);
    }

    public void into(List<LaunchStacks> all, List<String> allRemarks) {
      all.addAll(launches);
      allRemarks.addAll(remarks);
    }
  }

  /** Measures every group of the plan; failed launches are left out with a remark. */
  public ProfiledLaunches run() throws IOException, InterruptedException {
    List<LaunchStacks> profiled = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    List<Future<?>> read = new ArrayList<>();
    Duration expected = Measurement.expected(plan, equipment.generator()::unmeasured);
    RemainingTime left = Measurement.remaining(plan, expected);
    try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
      for (Round each : plan.rounds()) {
        for (LaunchGroup group : alone(each.groups())) {
          List<RunningLaunch> launches = runner(group, left).measured();
          read.add(
              reader.submit(() -> {
                for (RunningLaunch launch : launches) {
                  read(launch, remarks).ifPresent(profiled::add);
                }
                return launches;
              }));
        }
        left.done(expected.dividedBy(plan.rounds().size()));
      }
      for (Future<?> each : read) {
        await(each);
      }
      progress.end();
      return new ProfiledLaunches(profiled, remarks);
    }
  }

  /** Gives each scenario launches of its own, whose recordings then show nothing else. */
  private static List<LaunchGroup> alone(List<LaunchGroup> groups) {
    return groups.stream()
        .flatMap(group ->
            group.scenarios().stream()
                .map(scenario -> new LaunchGroup(group.number(), scenario, group.places())))
        .toList();
  }

  private LaunchGroupRunner runner(LaunchGroup group, RemainingTime left) {
    return new LaunchGroupRunner(
        equipment,
        plan.profile(),
        progress,
        group,
        equipment.raw(),
        RequestCheck.NONE,
        scenario -> progress.begin("causes, " + group.shown(scenario), left));
  }

  private static void await(Future<?> read) throws IOException, InterruptedException {
    try {
      read.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  private static Optional<LaunchStacks> read(RunningLaunch launch, List<String> remarks)
      throws IOException {
    Launch recorded = launch.recorded(OptionalLong.empty());
    String name =
        "%s, %s, round %d".formatted(recorded.scenario(), launch.name(), recorded.round());
    if (launch.failed() || launch.measured().isEmpty()) {
      remarks.add("%s was not profiled: %s.".formatted(name, reasons(recorded)));
      return Optional.empty();
    }
    if (!recorded.valid() && !recorded.discardedByGenerator()) {
      // For example, its rate was not kept; the cost of its requests is valid all the same.
      remarks.add("%s was profiled although %s.".formatted(name, reasons(recorded)));
    }
    Path recording = launch.recording();
    if (!Files.exists(recording)) {
      remarks.add("%s was not profiled: its JVM gave no recording of JFR.".formatted(name));
      return Optional.empty();
    }
    return read(launch, recorded, recording, remarks);
  }

  private static String reasons(Launch launch) {
    return launch.invalid().stream().map(Invalid::toString).collect(Collectors.joining("; "));
  }

  private static Optional<LaunchStacks> read(
      RunningLaunch launch, Launch recorded, Path recording, List<String> remarks)
      throws IOException {
    // Windows with a stalled generator count too, as only their latency is invalid.
    List<MeasuredWindow> windows = launch.measured();
    List<JfrWatch.Window> spans = windows.stream().map(MeasuredWindow::window).toList();
    Predicate<Instant> loaded = time -> spans.stream().anyMatch(window -> window.holds(time));
    StackReader.Times times = new StackReader.Times(launch.readyAt(), loaded);
    StackCosts spent = StackReader.read(recording, launch.samples(), times);
    long requests = windows.stream().mapToLong(window -> window.load().completed()).sum();
    double cpuSeconds =
        windows.stream()
                .flatMap(window -> window.work().cpu().stream())
                .mapToLong(MeasuredWindow.CpuSpan::nanos)
                .sum()
            / 1e9;
    if (requests == 0) {
      remarks.add("%s, round %d: no request completed.".formatted(launch.name(), recorded.round()));
      return Optional.empty();
    }
    List<SlowRequest> slowest =
        windows.stream()
            .filter(window -> !window.disturbed() && !window.load().discardedByGenerator())
            .flatMap(window -> window.slowest().stream())
            .toList();
    Map<Resource, Map<Stack, Double>> all = new EnumMap<>(spent.scaledTo(cpuSeconds));
    if (!slowest.isEmpty()) {
      all.put(Resource.TAIL, TailReader.read(recording, slowest));
    }
    Map<Stack, Double> live = new HashMap<>();
    launch.live.forEach(
        (type, bytes) -> live.put(new Stack(List.of(new Frame("", type, 0))), (double) bytes));
    all.put(Resource.LIVE, live);
    return Optional.of(
        new LaunchStacks(
            recorded.scenario(),
            recorded.round(),
            Side.valueOf(recorded.variant().toUpperCase(Locale.ROOT)),
            recorded.mode(),
            requests,
            slowest.size(),
            cpuSeconds,
            all,
            spent.cpuSamples(),
            spent.profiler()));
  }
}
