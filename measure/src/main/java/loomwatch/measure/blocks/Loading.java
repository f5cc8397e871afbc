package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadEngine.WatchedRun;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.Profile.WarmUpPlan;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;

/** Puts a scenario's load on a server: to warm it up, and to measure. */
final class Loading {
  /** Requests per second of a server that is ours, unless the scenario's own rate is higher. */
  private static final double WARM_UP_RATE = 8_000;

  /** What says of a warm-up that the server is not there to be warmed. */
  private static final Set<Invalid.Reason> SERVERS_FAULT =
      EnumSet.of(Invalid.Reason.CONNECT_FAILED, Invalid.Reason.ERRORS, Invalid.Reason.SERVER_DIED);

  /** Seed of what is not measured; slices have the number of their turn. */
  private static final long UNMEASURED = -1;

  private Loading() {}

  /**
   * Load/cool cycles until flat, the first of them over a single connection where requests do not
   * wait: what C2 inlines depends on which calls came first, and one request at a time they come in
   * the same order in every launch.
   *
   * @throws LaunchFailure when the server fails under them
   */
  static WarmUp warmUp(Target target, Scenario scenario, WarmUpPlan plan, LoadEngine engine)
      throws LaunchFailure, InterruptedException {
    List<WarmUp.Cycle> cycles = new ArrayList<>();
    Server server = target.server();
    WarmUpClock before = WarmUpClock.of(target, "before the warm-up");
    WarmUp evidence = SteadyState.judge(cycles);
    while (cycles.size() < plan.atMost()
        && !(evidence.steady() && cycles.size() >= plan.atLeast())) {
      boolean single = cycles.isEmpty() && !scenario.waits();
      int connections = single ? 1 : scenario.connections();
      boolean compiling = evidence.cycles().isEmpty() || SteadyState.compiling(cycles.getLast());
      LoadResult load =
          engine.run(warmUpPlan(server, scenario, plan.load(), connections, compiling));
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
    requireServed(server, equipment.settling(scenario, engine -> engine.run(load)));
  }

  private static void requireServed(Server server, LoadResult load)
      throws LaunchFailure, InterruptedException {
    server.requireAlive("in the warm-up");
    for (Invalid invalid : load.invalid()) {
      if (SERVERS_FAULT.contains(invalid.cause())) {
        throw new LaunchFailure(invalid.cause(), "in the warm-up: " + invalid.detail());
      }
    }
    if (load.completed() == 0 && load.spoiltByGenerator()) {
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
   * One slice; taken again when only the generator was at fault, or somebody else began to compute.
   *
   * @throws LaunchFailure when the server is gone
   */
  static MeasuredSlice measure(
      Target target, Scenario scenario, Duration length, Equipment equipment, SlicePlace place)
      throws LaunchFailure, IOException, InterruptedException {
    MeasuredSlice slice = measureOnce(target, scenario, length, equipment, place);
    for (int retake = 1;
        retake <= equipment.retakes()
            && (slice.load().spoiltByGenerator() || !equipment.host().isQuiet());
        retake++) {
      slice = measureOnce(target, scenario, length, equipment, place.taken(retake));
    }
    return slice;
  }

  private static MeasuredSlice measureOnce(
      Target target, Scenario scenario, Duration length, Equipment equipment, SlicePlace place)
      throws LaunchFailure, IOException, InterruptedException {
    double control = equipment.control();
    OptionalLong stolen = CpuClock.stolenNanos(equipment.serverCores());
    Counters before = Counters.before(target);
    Instant from = Instant.now();
    LoadPlan plan = plan(target.server(), scenario, length, place.turn());
    WatchedRun run = equipment.engine().watched(plan, equipment.watched(plan));
    Instant to = Instant.now();
    Counters after = Counters.after(target);
    OptionalLong stolenSince = CpuClock.stolenNanos(equipment.serverCores());
    return new MeasuredSlice(
        place.position(),
        place.secondsAt(from),
        place.retakes(),
        control,
        new JfrWatch.Window(from, to),
        run.result(),
        run.slowest(),
        MeasuredSlice.CpuSpan.of(before, after),
        after.switchesSince(before),
        after.allocatedSince(before),
        stolen.isPresent() && stolenSince.isPresent()
            ? OptionalLong.of(stolenSince.getAsLong() - stolen.getAsLong())
            : OptionalLong.empty());
  }

  /**
   * Where the rate saturates a mode half of it, in both: a backlog to drain warms nothing.
   * Elsewhere more of it while the JIT is at work: it counts calls, not seconds, and is done the
   * sooner. Then its own: near what a server bears no two cycles' latencies are alike. What runs
   * elsewhere never gets more: it has other users, and nobody said that it bears it.
   */
  private static LoadPlan warmUpPlan(
      Server server, Scenario scenario, Duration duration, int connections, boolean compiling) {
    LoadPlan full = plan(server, scenario, duration, UNMEASURED);
    double most = compiling && server instanceof LaunchedServer ? WARM_UP_RATE : 0;
    return new LoadPlan(
        full.target(),
        full.connectionSpec(),
        full.mix(),
        full.seed(),
        scenario.saturated().isEmpty()
            ? Math.max(full.requestsPerSecond(), most)
            : full.requestsPerSecond() / 2,
        connections,
        duration,
        LoadPlan.Overload.EXPECTED);
  }

  /** Load at a rate that may be too much, and is to be kept. */
  static LoadPlan held(Server server, Scenario scenario, Duration duration) {
    return plan(server, scenario, duration, 0);
  }

  /**
   * A plan.
   *
   * @param seed of the order of a mix
   */
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
   * Where a slice stands in its block.
   *
   * @param position from 0
   * @param turn how many slices its launch has had: the seed of the order in which its requests are
   *     sent, so that each launch of a block gets the same
   * @param blockStart when the block began
   * @param retakes how often it was taken before
   */
  record SlicePlace(int position, int turn, Instant blockStart, int retakes) {
    SlicePlace taken(int before) {
      return new SlicePlace(position, turn, blockStart, before);
    }

    double secondsAt(Instant time) {
      return Duration.between(blockStart, time).toNanos() / 1e9;
    }
  }
}
