package loomwatch.measure.rounds;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.rounds.LaunchSamples.CpuOutsideWindows;
import loomwatch.measure.rounds.LaunchSamples.SlowShare;
import loomwatch.measure.rounds.MeasuredWindow.PooledLoad;
import loomwatch.measure.rounds.MemorySamples.HeapObservation;
import loomwatch.results.Count;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.LoadResult;
import loomwatch.results.MethodTime;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a group while it serves one scenario; its failure ends no other. Not thread-safe.
 */
final class RunningLaunch {
  final Place place;

  final Path directory;

  final Stopwatch stopwatch = new Stopwatch();
  final HeapObservation heap = new HeapObservation();
  @Nullable JfrWatch jfr;
  Vitals vitals = Vitals.NONE;
  @Nullable WarmUp warmUp;

  /** Bytes of its heap by class, after the load; empty unless read. */
  Map<String, Long> live = Map.of();

  /** What it did for requests that were counted; null unless they were. */
  @Nullable List<Count> counts;

  /** What the calls of changed methods took; null unless they were timed. */
  @Nullable List<MethodTime> methods;

  private final int round;
  private final Scenario scenario;
  private final int order;
  private final Instant createdAt = Instant.now();
  private final List<MeasuredWindow> windows = new ArrayList<>();

  /** Observed before any load, the same for all scenarios of the launch. */
  private final List<Sample> atRest = new ArrayList<>();

  private final List<Sample> samples = new ArrayList<>();
  private final List<Invalid> invalid = new ArrayList<>();
  private @Nullable Server server;

  /** Creates a launch that is not started, for the group's first scenario. */
  RunningLaunch(LaunchGroup group, int order, Path folder) {
    this.round = group.number();
    this.scenario = group.scenarios().getFirst();
    this.order = order;
    this.place = group.places().get(order);
    this.directory = folder.resolve("%s-%d-%s".formatted(scenario.name(), round, name()));
  }

  private RunningLaunch(RunningLaunch earlier, Scenario scenario) {
    this.round = earlier.round;
    this.scenario = scenario;
    this.order = earlier.order;
    this.place = earlier.place;
    this.directory = earlier.directory;
    this.server = earlier.server;
    this.vitals = earlier.vitals;
    this.jfr = earlier.jfr;
    this.atRest.addAll(earlier.atRest);
    this.invalid.addAll(earlier.invalid);
  }

  /** Returns the same launch for its next scenario; it is failed if it failed before. */
  RunningLaunch serving(Scenario next) {
    return new RunningLaunch(this, next);
  }

  static final class Stopwatch {
    enum Phase {
      START,
      WARM_UP,
      MEASURE,
      OTHER
    }

    private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

    void add(Phase phase, long elapsedNanos) {
      nanos.merge(phase, elapsedNanos, Long::sum);
    }

    Phases phases() {
      return new Phases(
          seconds(Phase.START),
          seconds(Phase.WARM_UP),
          seconds(Phase.MEASURE),
          seconds(Phase.OTHER));
    }

    private double seconds(Phase phase) {
      return nanos.getOrDefault(phase, 0L) / 1e9;
    }
  }

  interface Step {
    void on(Target target) throws LaunchFailure, IOException, InterruptedException;
  }

  void attempt(Stopwatch.Phase phase, Step step) throws InterruptedException, IOException {
    long start = System.nanoTime();
    try {
      attempt(step);
    } finally {
      stopwatch.add(phase, System.nanoTime() - start);
    }
  }

  /** Runs a step, unless the launch failed before; a failure ends this launch only. */
  void attempt(Step step) throws InterruptedException, IOException {
    Server running = server;
    if (running == null || failed()) {
      return;
    }
    try {
      step.on(new Target(running, vitals));
    } catch (LaunchFailure failure) {
      fail(failure.invalid());
    } catch (IOException e) {
      failOrThrow(running, e);
    }
  }

  private void failOrThrow(Server running, IOException e) throws IOException, InterruptedException {
    try {
      running.requireNotEnding("while it was observed");
    } catch (LaunchFailure failure) {
      fail(failure.invalid());
      return;
    }
    throw e;
  }

  void started(Server running) {
    server = running;
    running
        .timeToReady()
        .ifPresent(time -> atRest.add(Sample.of(Metric.TIME_TO_READY, time.toNanos() / 1e9)));
  }

  void fail(Invalid reason) {
    invalid.add(reason);
  }

  void add(MeasuredWindow window) {
    windows.add(window);
  }

  void addAtRest(List<Sample> more) {
    atRest.addAll(more);
  }

  void add(List<Sample> more) {
    samples.addAll(more);
  }

  boolean failed() {
    return !invalid.isEmpty();
  }

  /** Reports whether it is no remote server; true also if it did not start. */
  boolean isOurs() {
    return server == null || server instanceof LaunchedServer;
  }

  String name() {
    return place.variant() + "-" + place.mode().label();
  }

  List<JfrWatch.Window> windows() {
    return windows.stream().map(MeasuredWindow::window).toList();
  }

  Path recording() {
    return Objects.requireNonNull(server).directory().resolve("recording.jfr");
  }

  Path samples() {
    return Objects.requireNonNull(server).directory().resolve("samples.jfr");
  }

  /** Returns all its windows, discarded or not. */
  List<MeasuredWindow> measured() {
    return List.copyOf(windows);
  }

  /** Returns the windows that count for latency. */
  List<MeasuredWindow> punctual() {
    return MeasuredWindow.punctual(windows);
  }

  /** Returns its server if it is a JVM of ours that has not failed. */
  Optional<LaunchedServer> jvm() {
    return server instanceof LaunchedServer launched && launched.isJvm() && !failed()
        ? Optional.of(launched)
        : Optional.empty();
  }

  /** Returns the median time of a request in its calmest window, or in the warm-up; else 0. */
  long typicalNanos() {
    return measured().stream()
        .map(window -> window.load().serviceTime())
        .filter(time -> time != null && time.count() > 0)
        .mapToLong(time -> time.nanosAt(50))
        .min()
        .orElseGet(() ->
            warmUp == null || warmUp.cycles().isEmpty() ? 0 : warmUp.cycles().getLast().p50Nanos());
  }

  Instant lastLoaded() {
    return windows.isEmpty() ? createdAt : windows.getLast().window().to();
  }

  Instant readyAt() {
    Server running = Objects.requireNonNull(server);
    return running.startedAt().plus(running.timeToReady().orElse(Duration.ZERO));
  }

  /** Ends the launch, for all its scenarios. */
  void close() {
    vitals.close();
    if (jfr != null) {
      jfr.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /**
   * Returns the launch for the record.
   *
   * @param slowFrom nanoseconds from which on a request is slow; empty if undefined
   */
  Launch recorded(OptionalLong slowFrom) {
    List<MeasuredWindow> punctual = punctual();
    LoadResult load =
        punctual.isEmpty()
            ? null
            : PooledLoad.of(punctual.stream().map(MeasuredWindow::load).toList());
    List<Invalid> reasons = new ArrayList<>(invalid);
    if (load != null) {
      reasons.addAll(load.invalid());
    }
    List<Sample> all = new ArrayList<>(atRest);
    all.addAll(samples);
    if (load != null && reasons.isEmpty()) {
      all.addAll(LaunchSamples.ofLoad(load, punctual, loadDoubts()));
      all.addAll(LaunchSamples.ofWindows(windows, warmUpDoubts()));
      all.addAll(SlowShare.samples(punctual, slowFrom));
      all.addAll(CpuOutsideWindows.of(windows));
      all.addAll(heap.samples(windows, all));
    }
    all.sort(Comparator.comparing(Sample::metric));
    return new Launch(
        round,
        order,
        place.variant(),
        place.mode(),
        scenario.name(),
        server == null ? createdAt : server.startedAt(),
        stopwatch.phases(),
        warmUp,
        load,
        windows.stream().map(MeasuredWindow::recorded).toList(),
        all,
        counts,
        methods,
        reasons);
  }

  private List<String> warmUpDoubts() {
    return warmUp == null || warmUp.steady() ? List.of() : List.of("not steady");
  }

  private List<String> loadDoubts() {
    List<String> doubts = new ArrayList<>(warmUpDoubts());
    if (scenario.saturated().contains(place.mode())) {
      doubts.add("saturated on purpose: latency grows with the length of a window");
    }
    return doubts;
  }
}
