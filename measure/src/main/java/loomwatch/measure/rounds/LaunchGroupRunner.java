package loomwatch.measure.rounds;

import static java.util.stream.Collectors.partitioningBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.RequestCheck;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch.Phase;
import loomwatch.measure.service.ServiceException;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.Scenario;

/**
 * Starts the launches of a group, measures their scenarios one after another, and ends them. Load
 * alternates between the launches, so that host drift is shared.
 */
final class LaunchGroupRunner {
  private final Equipment equipment;
  private final Profile profile;
  private final Progress progress;
  private final LaunchGroup group;
  private final Path folder;
  private final ParallelWork parallel;
  private final RequestCheck check;
  private final Steps steps;
  private final List<ScenarioRound> rounds = new ArrayList<>();

  /** Learns when the scenarios of a group are measured. */
  interface Steps {
    Steps NONE = scenario -> {};

    void begins(Scenario scenario);

    /** All launches are warm. */
    default void warm(Scenario scenario) {}

    default void ended(Scenario scenario) {}
  }

  /**
   * Creates a runner that measures a group once.
   *
   * @param check sent before the load, in the first group of a measurement; a failure of it, or of
   *     a start, ends the measurement
   */
  LaunchGroupRunner(
      Equipment equipment,
      Profile profile,
      Progress progress,
      LaunchGroup group,
      Path folder,
      RequestCheck check,
      Steps steps) {
    this.equipment = equipment;
    this.profile = profile;
    this.progress = progress;
    this.group = group;
    this.folder = folder;
    this.check = check;
    this.steps = steps;
    this.parallel = new ParallelWork(equipment.startCores().size());
  }

  /**
   * Returns the launches of the group, one for each place and scenario.
   *
   * @throws ServiceException if the check, or a start before it, fails
   */
  List<Launch> run() throws IOException, InterruptedException {
    measured();
    return rounds.stream().flatMap(round -> round.recorded().stream()).toList();
  }

  /** Returns the launches of the group's first scenario. */
  List<RunningLaunch> measured() throws IOException, InterruptedException {
    List<RunningLaunch> launches = new ArrayList<>();
    for (int order = 0; order < group.places().size(); order++) {
      launches.add(new RunningLaunch(group, order, folder));
    }
    String scenario = group.scenarios().getFirst().name();
    rounds.add(round(group.scenarios().getFirst(), launches));
    Path directory = folder.resolve("%s-%d-services".formatted(scenario, group.number()));
    try (BackingServices backing = equipment.backingServices(oneVariant(), directory)) {
      try {
        measure(launches, backing);
      } finally {
        stop(launches);
      }
    } catch (LaunchFailure failure) {
      if (!check.isNone()) {
        throw ofStart(oneVariant(), failure);
      }
      rounds.forEach(round -> round.fail(failure.invalid()));
    }
    return launches;
  }

  private ScenarioRound round(Scenario scenario, List<RunningLaunch> launches) {
    return new ScenarioRound(equipment, profile, progress, parallel, scenario, launches);
  }

  /** Returns the variant whose JDK runs the backing services: base if present. */
  private String oneVariant() {
    List<String> variants = group.places().stream().map(Place::variant).toList();
    return variants.contains(Side.BASE.label()) ? Side.BASE.label() : variants.getFirst();
  }

  private void measure(List<RunningLaunch> launches, BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    steps.begins(group.scenarios().getFirst());
    start(launches, backing);
    parallel.each(
        launches, Phase.OTHER, launch -> launch.attempt(target -> atRest(launch, target)));
    check(launches, backing);
    rounds.getFirst().measure(backing, steps);
    for (Scenario scenario : group.scenarios().subList(1, group.scenarios().size())) {
      steps.begins(scenario);
      rounds.add(round(scenario, rounds.getLast().serving(scenario)));
      rounds.getLast().measure(backing, steps);
    }
    if (equipment.beyond() == Equipment.Beyond.CAPACITY) {
      for (ScenarioRound round : rounds) {
        round.searchCapacity(backing);
      }
    }
    // These come last, as instrumented methods are recompiled.
    if (TimingPass.isDue(group.number(), equipment.changed())) {
      for (ScenarioRound round : rounds) {
        round.time(rounds.size());
      }
    }
    if (group.number() <= CountingPass.ROUNDS && equipment.beyond() != Equipment.Beyond.NOTHING) {
      for (ScenarioRound round : rounds) {
        round.count();
      }
    }
  }

  static boolean discardedByGenerator(List<Launch> group) {
    List<Launch> lost = group.stream().filter(launch -> !launch.valid()).toList();
    return !lost.isEmpty() && lost.stream().allMatch(Launch::discardedByGenerator);
  }

  private void start(List<RunningLaunch> launches, BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("starting %s", names(launches));
    // A variant may create database tables where it first starts, and two of it would race.
    List<Place> firsts = backing.isEmpty() ? List.of() : group.firstOfEachVariant();
    Map<Boolean, List<RunningLaunch>> alone =
        launches.stream().collect(partitioningBy(launch -> firsts.contains(launch.place)));
    ParallelWork.Work start = launch -> start(launch, backing);
    new ParallelWork(1).each(alone.getOrDefault(true, List.of()), Phase.START, start);
    parallel.each(alone.getOrDefault(false, List.of()), Phase.START, start);
  }

  private void start(RunningLaunch launch, BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    ServerOptions options = equipment.server(launch.place, group, backing);
    try {
      launch.started(equipment.launcher().open(options, launch.directory));
    } catch (LaunchFailure failure) {
      if (!check.isNone()) {
        throw ofStart(launch.place.variant(), failure);
      }
      launch.fail(failure.invalid());
    }
  }

  /** Sends each request once, after memory was measured at rest and with the data of a reset. */
  private void check(List<RunningLaunch> launches, BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    if (check.isNone()) {
      for (RunningLaunch launch : launches) {
        launch.attempt(target -> RequestCheck.awaitUsers(group.scenarios(), target.server()));
      }
      return;
    }
    backing.reset();
    for (RunningLaunch launch : launches) {
      launch.attempt(target ->
          progress.note("loomwatch: " + check.check(launch.place.variant(), target.server())));
    }
  }

  private ServiceException ofStart(String variant, LaunchFailure failure) {
    return RequestCheck.ofStart(variant, failure, equipment.variant(variant).service().name());
  }

  static String names(List<RunningLaunch> launches) {
    return launches.stream().map(RunningLaunch::name).collect(Collectors.joining(", "));
  }

  private void atRest(RunningLaunch launch, Target target)
      throws LaunchFailure, IOException, InterruptedException {
    Server server = target.server();
    launch.addAtRest(MemorySamples.AT_REST.ofProcess(server));
    if (server instanceof LaunchedServer launched && launched.isJvm()) {
      if (equipment.recording() == Recording.VITALS) {
        launch.jfr = JfrWatch.open(Recording.repository(launch.directory));
      }
      launch.vitals = Vitals.of(launched);
      launch.addAtRest(MemorySamples.AT_REST.ofJvm(launch.vitals));
    }
  }

  private static void stop(List<RunningLaunch> launches) {
    for (RunningLaunch launch : launches) {
      long start = System.nanoTime();
      launch.close();
      launch.stopwatch.add(Phase.OTHER, System.nanoTime() - start);
    }
  }

  /**
   * Runs unmeasured work with several launches of a group at once.
   *
   * @param atOnce how many run at the same time; values below 1 count as 1
   */
  record ParallelWork(int atOnce) {
    interface Work {
      void on(RunningLaunch launch) throws LaunchFailure, IOException, InterruptedException;
    }

    /**
     * Runs the work on all launches in their order and attributes to each a share of the time.
     *
     * @throws LaunchFailure the first that occurs; work under way is then interrupted
     */
    void each(List<RunningLaunch> launches, Phase phase, Work work)
        throws LaunchFailure, IOException, InterruptedException {
      if (launches.isEmpty()) {
        return;
      }
      long start = System.nanoTime();
      try (ExecutorService pool =
          Executors.newFixedThreadPool(Math.clamp(atOnce, 1, launches.size()))) {
        List<Future<?>> begun = new ArrayList<>();
        for (RunningLaunch launch : launches) {
          begun.add(
              pool.submit(() -> {
                work.on(launch);
                return launch;
              }));
        }
        await(begun, pool);
      }
      long share = (System.nanoTime() - start) / launches.size();
      launches.forEach(launch -> launch.stopwatch.add(phase, share));
    }

    private static void await(List<Future<?>> begun, ExecutorService pool)
        throws LaunchFailure, IOException, InterruptedException {
      try {
        for (Future<?> each : begun) {
          each.get();
        }
      } catch (ExecutionException failed) {
        switch (failed.getCause()) {
          case LaunchFailure failure -> throw failure;
          case IOException io -> throw io;
          case ServiceException service -> throw service;
          case null, default -> throw new IllegalStateException(failed.getCause());
        }
      } finally {
        pool.shutdownNow();
      }
    }
  }
}
