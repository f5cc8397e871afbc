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
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.WarmUp.Cycle;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;

final class ScenarioLoad {
  /**
   * On a busy hypervisor's VM a third of all windows that are taken may be discarded (decision 19).
   */
  static final int RETAKES = 4;

  /** Requests per second of a server that is ours, unless the scenario's own rate is higher. */
  private static final double WARM_UP_RATE = 8_000;

  /** What says of a warm-up that the server is not there to be warmed. */
  private static final Set<Invalid.Reason> SERVERS_FAULT =
      EnumSet.of(Invalid.Reason.CONNECT_FAILED, Invalid.Reason.ERRORS, Invalid.Reason.SERVER_DIED);

  private static final long UNMEASURED = -1;

  private static final int SLOWEST = 100;

  private static final int MOST_WATCHED = 1_000;

  private ScenarioLoad() {}

  /**
   * Load/cool cycles until flat, the first of them over a single connection where requests do not
   * wait: what C2 inlines depends on which calls came first, and one request at a time they come in
   * the same order in every launch.
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
      boolean single = cycles.isEmpty() && !scenario.waits();
      int connections = single ? 1 : scenario.connections();
      boolean compiling = cycles.isEmpty() || SteadyState.compiling(cycles.getLast());
      LoadResult load =
          generator.run(warmUpPlan(server, scenario, plan.load(), connections, compiling));
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
   * The scenario's own load, not measured, for a launch that is warm and was then left alone while
   * its neighbours were warmed. What is quick at another rate is not yet compiled for having to
   * wait; and caches, and on some hosts whole pages, went to others in between.
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
   * Where a window stands in its round.
   *
   * @param cycle how many windows its launch has had: the seed of the order in which its requests
   *     are sent, so that each launch of a round gets the same
   */
  record WindowPlace(int position, int cycle, Instant roundStart) {}

  /**
   * One window; taken again when only the generator was at fault, or somebody else began to
   * compute; not where it shows what requests spend, and not how fast they are.
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
    // None whose numbers count is looked at one by one.
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
        MeasuredWindow.CpuSpan.of(before, after),
        after.switchesSince(before),
        after.allocatedSince(before),
        after.stolenSince(before));
  }

  /**
   * Where the rate saturates a mode half of it, in both: a backlog to drain warms nothing.
   * Elsewhere more of it while the JIT is at work: it counts calls, not seconds, and is done the
   * sooner. Then its own: near what a server bears no two cycles' latencies are alike. What runs
   * elsewhere never gets more: it has other users, and nobody said that it bears it.
   */
  private static LoadPlan warmUpPlan(
      Server server, Scenario scenario, Duration duration, int connections, boolean compiling) {
    double own = scenario.requestsPerSecond();
    double most = compiling && server instanceof LaunchedServer ? WARM_UP_RATE : 0;
    return new LoadPlan(
        server.url("/"),
        server.connectionSpec(),
        scenario.sent(),
        UNMEASURED,
        scenario.saturated().isEmpty() ? Math.max(own, most) : own / 2,
        connections,
        duration,
        LoadPlan.Overload.EXPECTED);
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
            : LoadPlan.Overload.FAULT);
  }

  /**
   * Running totals of a server that is warmed up. What nobody tells is as if it stood still:
   * latency alone decides then.
   */
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
      // A server that bears less than it was given is loaded for longer than was planned.
      double seconds =
          load.achievedPerSecond() > 0
              ? load.completed() / load.achievedPerSecond()
              : load.durationSeconds();
      LatencyHistogram latency = load.latency();
      return new Cycle(
          seconds,
          Math.max(compiled() - before.compiled(), compilers() - before.compilers()),
          (double) (allocated() - before.allocated()) / load.completed(),
          latency == null || latency.count() == 0 ? 0 : latency.nanosAt(50));
    }

    private double compiled() {
      return vitals.map(told -> told.compileMillis().orElse(0) / 1e3).orElse(0.0);
    }

    private double compilers() {
      return compilerNanos.orElse(0) / 1e9;
    }

    private long allocated() {
      return vitals.map(Vitals.Totals::allocatedBytes).orElse(0L);
    }
  }

  /**
   * Decides when a launch is warm: compile time, bytes per request and latency flat over the last
   * two load/cool cycles (after Barrett et al., OOPSLA 2017: a fixed warm-up proves nothing).
   */
  static final class SteadyState {
    /** Compiler share of the loaded time above which the JIT is still at work. */
    static final double COMPILE_SHARE = 0.03;

    /** Change of bytes per request: it takes one of a few values until the JIT is done. */
    static final double ALLOCATED_CHANGE = 0.02;

    /** Change of the median latency; wide, because a cycle is short and noisy by itself. */
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

    static boolean compiling(Cycle cycle) {
      return compileShare(cycle) > COMPILE_SHARE;
    }

    private static double compileShare(Cycle cycle) {
      return cycle.compileSeconds() / cycle.loadSeconds();
    }

    private static double change(double before, double after) {
      return before == 0 ? (after == 0 ? 0 : 1) : Math.abs(after / before - 1);
    }
  }
}
