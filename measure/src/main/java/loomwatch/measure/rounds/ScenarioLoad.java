package loomwatch.measure.rounds;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadGenerator.WatchedRun;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.Profile.WarmUpPlan;
import loomwatch.measure.rounds.MeasuredWindow.Counters;
import loomwatch.measure.rounds.MeasuredWindow.ServerWork;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.WarmUp.Cycle;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;

final class ScenarioLoad {
  /** Repetitions of a window; a busy hypervisor may spoil a third of them (decision 19). */
  static final int RETAKES = 2;

  /** Connections of a warm-up's closed loop: more runnable threads would starve the JIT's. */
  private static final int WARM_UP_CONNECTIONS = 4;

  /** Reasons in a warm-up that mean that the server itself failed. */
  private static final Set<Invalid.Reason> SERVERS_FAULT =
      EnumSet.of(Invalid.Reason.CONNECT_FAILED, Invalid.Reason.ERRORS, Invalid.Reason.SERVER_DIED);

  private static final long UNMEASURED = -1;

  private static final int SLOWEST = 100;

  private static final int MOST_WATCHED = 1_000;

  private ScenarioLoad() {}

  /**
   * Runs cycles of load and pause until the launch is steady. The first cycle uses a single
   * connection, unless requests wait: C2's inlining depends on the order of calls, and one request
   * at a time gives the same order in every launch.
   *
   * @throws LaunchFailure when the server fails under them
   */
  static WarmUp warmUp(Target target, Scenario scenario, WarmUpPlan plan, LoadGenerator generator)
      throws LaunchFailure, InterruptedException {
    List<Cycle> cycles = new ArrayList<>();
    Server server = target.server();
    WarmUpClock before = WarmUpClock.of(target, "before the warm-up");
    WarmUp evidence = SteadyState.judge(cycles);
    while (cycles.size() < plan.atMost()
        && !(evidence.steady() && cycles.size() >= plan.atLeast())) {
      int connections = warmUpConnections(server, scenario, cycles.isEmpty());
      LoadResult load = generator.run(warmUpPlan(server, scenario, plan.load(), connections));
      requireServed(server, load);
      Thread.sleep(plan.cool());
      WarmUpClock after = WarmUpClock.of(target, "in the warm-up");
      cycles.add(after.cycleSince(before, load));
      before = after;
      evidence = SteadyState.judge(cycles);
    }
    return evidence;
  }

  /**
   * Runs the scenario's load unmeasured, on a warm launch that was idle while others were warmed.
   * Code for waiting may not be compiled at another rate, and caches, and on some hosts whole
   * pages, were lost meanwhile.
   *
   * @throws LaunchFailure when the server fails under it
   */
  static void settle(Server server, Scenario scenario, WarmUpPlan plan, Equipment equipment)
      throws LaunchFailure, InterruptedException {
    LoadPlan load = plan(server, scenario, plan.settling(), UNMEASURED);
    LoadResult result =
        equipment.measuresFromTheStart(scenario)
            ? equipment.generator().run(load)
            : equipment.warmUpGenerators().lend(generator -> generator.run(load));
    requireServed(server, result);
  }

  private static void requireServed(Server server, LoadResult load)
      throws LaunchFailure, InterruptedException {
    server.requireAlive("in the warm-up");
    for (Invalid invalid : load.invalid()) {
      if (SERVERS_FAULT.contains(invalid.cause())) {
        throw new LaunchFailure(invalid.cause(), "in the warm-up: " + invalid.detail());
      }
    }
    if (load.completed() == 0 && load.discardedByGenerator()) {
      Invalid first =
          load.invalid().stream()
              .filter(reason -> reason.cause().isOfGenerator())
              .findFirst()
              .orElseThrow();
      throw new LaunchFailure(first.cause(), "in the warm-up: " + first.detail());
    }
    if (load.completed() == 0 && load.offered() > 0) {
      throw server.hung("in the warm-up", "no request completed " + load.invalid());
    }
  }

  /**
   * The place of a window in its round.
   *
   * @param cycle index among its launch's windows; it seeds the order of requests, so that all
   *     launches of a round get the same
   */
  record WindowPlace(int position, int cycle, Instant roundStart) {}

  /**
   * Measures a window, and repeats it if only the generator was at fault or the host was noisy; a
   * profiled pass repeats none, as it does not measure speed.
   *
   * @throws LaunchFailure when the server is gone
   */
  static MeasuredWindow measure(
      Target target, Scenario scenario, Duration length, Equipment equipment, WindowPlace place)
      throws LaunchFailure, IOException, InterruptedException {
    int most = equipment.recording() == Recording.STACKS ? 0 : RETAKES;
    MeasuredWindow window = measureOnce(target, scenario, length, equipment, place, 0);
    for (int retake = 1;
        retake <= most && (window.load().discardedByGenerator() || !equipment.host().isQuiet());
        retake++) {
      window = measureOnce(target, scenario, length, equipment, place, retake);
    }
    return window;
  }

  private static MeasuredWindow measureOnce(
      Target target,
      Scenario scenario,
      Duration length,
      Equipment equipment,
      WindowPlace place,
      int retakes)
      throws LaunchFailure, IOException, InterruptedException {
    boolean judged = equipment.recording() != Recording.STACKS;
    double control = judged ? equipment.host().await() : 0;
    Counters before = Counters.before(target, equipment.serverCores());
    Instant from = Instant.now();
    LoadPlan plan = plan(target.server(), scenario, length, place.cycle());
    // Windows that are compared do not track single requests.
    int watched = judged ? 0 : (int) Math.clamp(plan.offered() / SLOWEST, 1, MOST_WATCHED);
    WatchedRun run = equipment.generator().watched(plan, watched);
    Instant to = Instant.now();
    Counters after = Counters.after(target, equipment.serverCores());
    return new MeasuredWindow(
        place.position(),
        Duration.between(place.roundStart(), from).toNanos() / 1e9,
        retakes,
        control,
        new JfrWatch.Window(from, to),
        run.result(),
        run.slowest(),
        new ServerWork(before, after));
  }

  private static int warmUpConnections(Server server, Scenario scenario, boolean first) {
    if (scenario.waits()) {
      return scenario.connections();
    }
    int most = server instanceof LaunchedServer ? WARM_UP_CONNECTIONS : scenario.connections();
    return first ? 1 : Math.min(most, scenario.connections());
  }

  /**
   * Plans the load of a warm-up: a closed loop, as the JIT counts calls and a service takes them as
   * fast as it can. A remote server never gets more than the scenario's rate, as it may have other
   * users.
   */
  private static LoadPlan warmUpPlan(
      Server server, Scenario scenario, Duration duration, int connections) {
    LoadPlan open =
        new LoadPlan(
            server.url("/"),
            server.connectionSpec(),
            scenario.sent(),
            UNMEASURED,
            scenario.requestsPerSecond(),
            connections,
            duration,
            LoadPlan.Overload.EXPECTED,
            null);
    return server instanceof LaunchedServer ? open.closed(Duration.ZERO) : open;
  }

  static LoadPlan held(Server server, Scenario scenario, Duration duration) {
    return plan(server, scenario, duration, 0);
  }

  private static LoadPlan plan(Server server, Scenario scenario, Duration duration, long seed) {
    return new LoadPlan(
        server.url("/"),
        server.connectionSpec(),
        scenario.sent(),
        seed,
        scenario.requestsPerSecond(),
        scenario.connections(),
        duration,
        scenario.saturated().contains(server.mode())
            ? LoadPlan.Overload.EXPECTED
            : LoadPlan.Overload.FAULT,
        null);
  }

  /** Running totals in warm-up; unknown ones count as constant, so that latency decides. */
  record WarmUpClock(Optional<Vitals.Totals> vitals, OptionalLong compilerNanos) {

    static WarmUpClock of(Target target, String during) throws LaunchFailure, InterruptedException {
      return new WarmUpClock(
          target.vitals().totals(during),
          target.server().tree().stream()
              .flatMap(tree -> tree.pids().stream().limit(1))
              .map(CpuClock::compilerNanos)
              .findFirst()
              .orElse(OptionalLong.empty()));
    }

    Cycle cycleSince(WarmUpClock before, LoadResult load) {
      // An overloaded server takes longer than planned.
      double seconds =
          load.achievedPerSecond() > 0
              ? load.completed() / load.achievedPerSecond()
              : load.durationSeconds();
      LatencyHistogram latency = load.latency();
      return new Cycle(
          seconds,
          compiledSince(before),
          (double) (allocated() - before.allocated()) / load.completed(),
          latency == null || latency.count() == 0 ? 0 : latency.nanosAt(50));
    }

    /**
     * Returns the CPU time of the compilers' threads. What the JVM says is elapsed time, a multiple
     * of it on a busy machine; it is taken where a thread has ended or nothing else is known.
     */
    private double compiledSince(WarmUpClock before) {
      boolean known = compilerNanos.isPresent() && before.compilerNanos.isPresent();
      double threads = (compilerNanos.orElse(0) - before.compilerNanos.orElse(0)) / 1e9;
      return known && threads >= 0 ? threads : elapsed() - before.elapsed();
    }

    private double elapsed() {
      return vitals.map(totals -> totals.compileMillis().orElse(0) / 1e3).orElse(0.0);
    }

    private long allocated() {
      return vitals.map(Vitals.Totals::allocatedBytes).orElse(0L);
    }
  }

  /**
   * Decides when a launch is warm: compile time, bytes per request and latency are flat over the
   * last two cycles (after Barrett et al., OOPSLA 2017: a fixed warm-up proves nothing).
   */
  static final class SteadyState {
    /** Largest share of the loaded time that compilers may use in a steady state. */
    static final double COMPILE_SHARE = 0.03;

    /** Largest change of bytes per request, which has few distinct values until the JIT is done. */
    static final double ALLOCATED_CHANGE = 0.02;

    /** Largest change of the median latency; wide, because a cycle is short and noisy. */
    static final double LATENCY_CHANGE = 0.15;

    private SteadyState() {}

    static WarmUp judge(List<Cycle> cycles) {
      if (cycles.size() < 2) {
        return new WarmUp(cycles, false, "only " + cycles.size() + " cycle: nothing to compare");
      }
      Cycle last = cycles.getLast();
      Cycle before = cycles.get(cycles.size() - 2);
      double compile = compileShare(last);
      double allocated = change(before.allocatedPerRequest(), last.allocatedPerRequest());
      double latency = change(before.p50Nanos(), last.p50Nanos());
      boolean steady =
          compile <= COMPILE_SHARE && allocated <= ALLOCATED_CHANGE && latency <= LATENCY_CHANGE;
      String why =
          String.format(
              Locale.ROOT,
              "compiling %.1f %% of the last cycle (limit %.0f %%), bytes per request moved %.1f %%"
                  + " (%.0f %%), median latency %.1f %% (%.0f %%)",
              100 * compile,
              100 * COMPILE_SHARE,
              100 * allocated,
              100 * ALLOCATED_CHANGE,
              100 * latency,
              100 * LATENCY_CHANGE);
      return new WarmUp(cycles, steady, why);
    }

    private static double compileShare(Cycle cycle) {
      return cycle.compileSeconds() / cycle.loadSeconds();
    }

    private static double change(double before, double after) {
      return before == 0 ? (after == 0 ? 0 : 1) : Math.abs(after / before - 1);
    }
  }
}
