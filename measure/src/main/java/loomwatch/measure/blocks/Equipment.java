package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadEngine.ClosedLoopEngine;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Place;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Scenario;

/**
 * What a block is measured with.
 *
 * @param launcher starts the servers
 * @param arms by name
 * @param startCores CPUs servers start and are warmed on: the generator's too; empty for any
 * @param serverCores CPUs they are kept on from then; empty for any
 * @param needCores CPUs for what a service needs; empty for any
 * @param host tells when nobody else computes on these CPUs
 * @param engine makes the measured load
 * @param own Loomwatch's own engine on the same CPUs, which measures from the start
 * @param warmUpEngines make the load of warm-ups, on all of {@code startCores}
 * @param raw directory for logs and recordings
 * @param recording what JFR records of the servers
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
  /** On a busy hypervisor's VM a third of all slices that are taken may be spoilt (decision 19). */
  static final int RETAKES = 4;

  /** As many as planned, at most: on a quiet host a block takes half as long again then. */
  private static final int MOST_TURNS = 3;

  /** Once the load took so many times as long as planned, waits included, no turn is added. */
  private static final int LONGEST = 5;

  /** So many times as long as it is loaded a block may wait for a neighbour to be gone. */
  private static final int WAITING = 2;

  /** Of the last slice, still closing while the next opens; at its limit Tomcat stops accepting. */
  private static final int GENERATIONS = 2;

  private static final int SPARE_CONNECTIONS = 100;

  /** The tail is the slowest of so many requests. */
  private static final int SLOWEST = 100;

  private static final int MOST_WATCHED = 1_000;

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

    /** And a block. */
    Duration of(Block block) {
      return ofLaunch.multipliedBy(
          block.places().stream()
              .filter(place -> !block.scenario().saturated().contains(place.mode()))
              .count());
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
    return new Equipment(
        launcher,
        arms,
        startCores,
        serverCores,
        needCores,
        host,
        engine,
        own,
        warmUpEngines,
        elsewhere,
        other,
        Beyond.NOTHING);
  }

  /** The same, for finding out how much servers bear too. */
  public Equipment searchingCapacity() {
    return new Equipment(
        launcher,
        arms,
        startCores,
        serverCores,
        needCores,
        host,
        engine,
        own,
        warmUpEngines,
        raw,
        recording,
        Beyond.CAPACITY);
  }

  /** The same with load in a closed loop, in the warm-up too. */
  public Equipment closed(Duration think) {
    return new Equipment(
        launcher,
        arms,
        startCores,
        serverCores,
        needCores,
        host,
        new ClosedLoopEngine(engine, think),
        own,
        warmUpEngines.closed(think),
        raw,
        recording,
        beyond);
  }

  /** The arm of that name. */
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

  /** Loads a warm server with the engine that measures, where that measures from the start. */
  <T> T settling(Scenario scenario, WarmUpEngines.Use<T> use)
      throws LaunchFailure, InterruptedException {
    return engine.unmeasured(scenario.connections()).isZero()
        ? use.with(engine)
        : warmUpEngines.lend(use);
  }

  /** Of short loads: the engine that measures, unless most of such a load would pass before. */
  LoadEngine forShortLoads(Scenario scenario) {
    return engine.unmeasured(scenario.connections()).isZero() ? engine : own;
  }

  /** For what is not measured: as many launches at once as there are CPUs. */
  SideBySide sideBySide() {
    return new SideBySide(startCores.size());
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

  /** How many of a run's slowest requests are looked at one by one: none whose numbers count. */
  int watched(LoadPlan plan) {
    return recording == Recording.STACKS
        ? (int) Math.clamp(plan.offered() / SLOWEST, 1, MOST_WATCHED)
        : 0;
  }

  /**
   * How often a slice spoilt by the generator alone is taken again; not where it shows what
   * requests spend, and not how fast they are.
   */
  int retakes() {
    return recording == Recording.STACKS ? 0 : RETAKES;
  }

  /** What the control takes when nobody else computes, in seconds; 0 where none is judged. */
  double control() throws IOException, InterruptedException {
    return recording == Recording.STACKS ? 0 : host.await();
  }

  /** How long a block that is loaded so long may wait for a neighbour. */
  Duration patience(Duration loaded) {
    return loaded.multipliedBy(WAITING);
  }

  /** How long after its beginning turns are still added to a load that is to last so long. */
  Duration longest(Duration loaded) {
    return loaded.multipliedBy(LONGEST);
  }

  /**
   * How many of these a launch may have where the host wanders: no more where each costs the engine
   * time of its own, or where none is judged.
   */
  int mostSlices(Slicing slicing, Scenario scenario) {
    boolean fixed =
        recording == Recording.STACKS || !engine.unmeasured(scenario.connections()).isZero();
    return fixed ? slicing.count() : MOST_TURNS * slicing.count();
  }

  /** How the load of a launch is cut. */
  Slicing slicing(Profile profile, Scenario scenario) {
    return Slicing.of(profile, scenario, engine.unmeasured(scenario.connections()));
  }
}
