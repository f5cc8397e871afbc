package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadEngine.ClosedLoopEngine;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Block.Place;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.Scenario;

/**
 * What a block is measured with.
 *
 * @param startCores CPUs servers start and are warmed on: the generator's too; empty for any
 * @param serverCores CPUs they are kept on from then; empty for any
 * @param needCores CPUs for what a service needs; empty for any
 * @param host tells when nobody else computes on these CPUs
 * @param engine makes the measured load
 * @param own Loomwatch's own engine on the same CPUs, which measures from the start
 * @param warmUpEngines make the load of warm-ups, on all of {@code startCores}
 * @param beyond what is found out when all else was
 */
public record Equipment(
    ServerLauncher launcher,
    Map<String, ArmStart> arms,
    List<Integer> startCores,
    List<Integer> serverCores,
    List<Integer> needCores,
    QuietHost host,
    LoadEngine engine,
    LoadEngine own,
    WarmUpEngines warmUpEngines,
    Path raw,
    Recording recording,
    Beyond beyond) {
  /** Of the last slice, still closing while the next opens; at its limit Tomcat stops accepting. */
  private static final int GENERATIONS = 2;

  private static final int SPARE_CONNECTIONS = 100;

  /** What a launch is asked for beside its own rate. */
  public enum Beyond {
    NOTHING(Duration.ZERO),
    /** How much a server bears. */
    CAPACITY(Duration.ofSeconds(15));

    private final Duration ofLaunch;

    Beyond(Duration ofLaunch) {
      this.ofLaunch = ofLaunch;
    }

    /** Capacity, if it is wanted. */
    public static Beyond capacityIf(boolean wanted) {
      return wanted ? CAPACITY : NOTHING;
    }

    /** How much longer a plan should take by it. */
    public Duration of(Plan plan) {
      return plan.rounds().stream()
          .flatMap(round -> round.blocks().stream())
          .map(this::of)
          .reduce(Duration.ZERO, Duration::plus);
    }

    Duration of(Block block) {
      return ofLaunch.multipliedBy(
          block.places().stream()
              .filter(place -> !block.scenario().saturated().contains(place.mode()))
              .count());
    }
  }

  /**
   * How the launches of one arm are started.
   *
   * @param name as in the plan: {@code head}, {@code base}, or that of a study
   * @param jdk home of the JDK its server and benchmarks run on
   * @param service how its server is started, with the fault that is injected into it
   * @param jmhClassPath the suite's, in {@code java -cp} form
   */
  public record ArmStart(
      String name,
      Path jdk,
      ServiceSpec service,
      String jmhClassPath,
      List<String> serverFlags,
      List<String> jmhFlags) {

    public ArmStart {
      serverFlags = List.copyOf(serverFlags);
      jmhFlags = List.copyOf(jmhFlags);
    }
  }

  public Equipment {
    arms = Map.copyOf(arms);
    startCores = List.copyOf(startCores);
    serverCores = List.copyOf(serverCores);
    needCores = List.copyOf(needCores);
  }

  /** The same for servers of which something else is recorded, elsewhere. */
  public Equipment recording(Recording other, Path elsewhere) {
    return with(engine, warmUpEngines, elsewhere, other, Beyond.NOTHING);
  }

  /** The same, for finding out how much servers bear too. */
  public Equipment searchingCapacity() {
    return with(engine, warmUpEngines, raw, recording, Beyond.CAPACITY);
  }

  /** The same with load in a closed loop, in the warm-up too. */
  public Equipment closed(Duration think) {
    return with(
        new ClosedLoopEngine(engine, think), warmUpEngines.closed(think), raw, recording, beyond);
  }

  private Equipment with(
      LoadEngine load, WarmUpEngines warmUps, Path folder, Recording recorded, Beyond more) {
    return new Equipment(
        launcher,
        arms,
        startCores,
        serverCores,
        needCores,
        host,
        load,
        own,
        warmUps,
        folder,
        recorded,
        more);
  }

  ArmStart arm(String name) {
    return Objects.requireNonNull(arms.get(name), name);
  }

  /**
   * Starts what the service of an arm needs: of all that are measured together the same.
   *
   * @throws LaunchFailure when something of it does not get ready
   */
  BackingServices needs(String name, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    ArmStart any = arm(name);
    return BackingServices.start(
        any.service(), launcher, new BackingServices.Place(directory, needCores, any.jdk()));
  }

  /** How a server is started for a scenario, beside what it needs. */
  ServerOptions server(Place place, Scenario scenario, BackingServices needs) {
    ArmStart arm = arm(place.arm());
    return new ServerOptions(
            needs.telling(arm.service()),
            place.mode(),
            arm.jdk(),
            arm.serverFlags(),
            startCores,
            scenario.maxThreads(),
            GENERATIONS * scenario.connections() + SPARE_CONNECTIONS)
        .recording(recording);
  }

  /** Whether the engine that measures does so from the start, as short loads need it. */
  boolean measuresFromTheStart(Scenario scenario) {
    return engine.unmeasured(scenario.connections()).isZero();
  }

  /** Engines that warm servers side by side, none of which is recorded. Thread-safe. */
  public static final class WarmUpEngines implements AutoCloseable {
    private final List<LoadEngine> all;

    /** The last one given back is lent first: one that is never needed is never started. */
    private final BlockingDeque<LoadEngine> idle;

    /**
     * A pool of them.
     *
     * @param engines at least one; each loads one server at a time
     */
    public WarmUpEngines(List<LoadEngine> engines) {
      this.all = List.copyOf(engines);
      this.idle = new LinkedBlockingDeque<>(all);
    }

    interface Use<T> {
      T with(LoadEngine engine) throws LaunchFailure, InterruptedException;
    }

    /**
     * Waits for one that is idle, and has it back afterwards. Its connections end then: idle ones
     * would be memory and descriptors of the server, and closing them later work of its.
     */
    <T> T lend(Use<T> use) throws LaunchFailure, InterruptedException {
      LoadEngine engine = idle.take();
      try {
        T done = use.with(engine);
        engine.hangUp();
        return done;
      } finally {
        idle.addFirst(engine);
      }
    }

    private WarmUpEngines closed(Duration think) {
      return new WarmUpEngines(
          all.stream().<LoadEngine>map(engine -> new ClosedLoopEngine(engine, think)).toList());
    }

    @Override
    public void close() {
      all.forEach(LoadEngine::close);
    }
  }
}
