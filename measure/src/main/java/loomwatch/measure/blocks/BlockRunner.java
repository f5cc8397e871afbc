package loomwatch.measure.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.observe.VitalsLink;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;

/**
 * Measures a block: all its servers up together, each warmed in turn, the load then alternating
 * between them slice by slice, so that the host's drift touches them alike.
 */
final class BlockRunner {
  /** JFR flushes once a second; four times that is a reader or a server in trouble. */
  private static final Duration EVENT_PATIENCE = Duration.ofSeconds(4);

  private final Equipment equipment;
  private final Profile profile;
  private final Progress progress;

  BlockRunner(Equipment equipment, Profile profile, Progress progress) {
    this.equipment = equipment;
    this.profile = profile;
    this.progress = progress;
  }

  /** Measures it; a launch that fails is in the list with its reason. */
  List<Launch> run(Block block) throws IOException, InterruptedException {
    return recorded(block, measured(block));
  }

  /** The same once more, beside what the first time left in the folder of raw data. */
  List<Launch> again(Block block) throws IOException, InterruptedException {
    return recorded(block, measured(block, equipment.raw().resolve("again")));
  }

  private static List<Launch> recorded(Block block, List<RunningLaunch> launches) {
    return launches.stream()
        .map(launch -> {
          List<MeasuredSlice> base =
              launches.stream()
                  .filter(other -> other.place().isBaseOf(launch.place()))
                  .flatMap(other -> other.counting().stream())
                  .toList();
          return launch.recorded(Lateness.slowFrom(block.scenario(), base));
        })
        .toList();
  }

  /** Measures it; all that is known of its launches, which have ended. */
  List<RunningLaunch> measured(Block block) throws IOException, InterruptedException {
    return measured(block, equipment.raw());
  }

  private List<RunningLaunch> measured(Block block, Path folder)
      throws IOException, InterruptedException {
    List<RunningLaunch> launches = new ArrayList<>();
    try {
      for (int order = 0; order < block.places().size(); order++) {
        launches.add(new RunningLaunch(block, order, folder));
      }
      run(launches, block, folder);
    } catch (LaunchFailure failure) {
      launches.forEach(launch -> launch.fail(failure.invalid()));
    }
    return launches;
  }

  private void run(List<RunningLaunch> launches, Block block, Path folder)
      throws LaunchFailure, IOException, InterruptedException {
    Path directory =
        folder.resolve("%s-%d-needs".formatted(block.scenario().name(), block.number()));
    try (BackingServices needs = equipment.needs(oneOf(block), directory)) {
      try {
        start(launches, block, needs);
        observeAtRest(launches);
        warmUp(launches, block, needs);
        settle(launches, block);
        switch (equipment.recording()) {
          case STACKS -> profile(launches, block);
          case VITALS -> measure(launches, block);
        }
        needs.requireAlive("while it was measured");
        if (equipment.beyond() == Equipment.Beyond.CAPACITY
            && !GeneratorFault.spoilt(recorded(block, launches))) {
          new CapacitySearch(equipment, progress, block, needs).run(launches);
        }
      } finally {
        stop(launches);
      }
    }
  }

  /** Whose JDK what they need runs on: base's, if it is there, or it would change by chance. */
  private static String oneOf(Block block) {
    List<String> arms = block.places().stream().map(Place::arm).toList();
    return arms.contains(Arm.BASE.label()) ? Arm.BASE.label() : arms.getFirst();
  }

  private void measure(List<RunningLaunch> launches, Block block)
      throws LaunchFailure, IOException, InterruptedException {
    new SliceTurns(equipment, profile, progress, block).run(launches);
    observeAfterLoad(launches);
    equipment
        .sideBySide()
        .each(launches, Stopwatch.Phase.OTHER, launch -> launch.attempt(launch.kept::collected));
  }

  /** No metric is taken: each would carry the profilers' cost. */
  private void profile(List<RunningLaunch> launches, Block block)
      throws LaunchFailure, IOException, InterruptedException {
    Profiling.start(launches, equipment.sideBySide(), progress);
    new SliceTurns(equipment, profile, progress, block).run(launches);
    progress.doing("keeping what was seen");
    Profiling.keep(launches, equipment.sideBySide());
  }

  private void start(List<RunningLaunch> launches, Block block, BackingServices needs)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("starting %s", names(launches));
    // Else they race to make what they have in common, such as the tables of an empty database.
    SideBySide starting = needs.isEmpty() ? equipment.sideBySide() : new SideBySide(1);
    starting.each(launches, Stopwatch.Phase.START, launch -> start(launch, block, needs));
  }

  private static String names(List<RunningLaunch> launches) {
    return launches.stream().map(RunningLaunch::name).collect(Collectors.joining(", "));
  }

  private void start(RunningLaunch launch, Block block, BackingServices needs)
      throws IOException, InterruptedException {
    ServerOptions options = equipment.server(launch.place(), block.scenario(), needs);
    try {
      launch.started(equipment.launcher().open(options, launch.directory()));
    } catch (LaunchFailure failure) {
      launch.fail(failure.invalid());
    }
  }

  private void observeAtRest(List<RunningLaunch> launches)
      throws LaunchFailure, IOException, InterruptedException {
    equipment
        .sideBySide()
        .each(
            launches,
            Stopwatch.Phase.OTHER,
            launch -> launch.attempt(target -> observeAtRest(launch, target.server())));
  }

  private void observeAtRest(RunningLaunch launch, Server server)
      throws LaunchFailure, IOException, InterruptedException {
    launch.add(Memory.ofProcess(server, Memory.Moment.AT_REST));
    if (server instanceof LaunchedServer launched && launched.isJvm()) {
      if (equipment.recording() == Recording.VITALS) {
        launch.watched(JfrWatch.open(Recording.repository(launch.directory())));
      }
      Vitals vitals = VitalsLink.to(launched);
      launch.linked(vitals);
      launch.add(Memory.ofJvm(vitals, Memory.Moment.AT_REST));
    }
  }

  /**
   * On all CPUs, as nothing is measured: half of a warm-up is the JIT's work. One after another
   * where they have in common what the service needs, or run elsewhere, where more load than the
   * scenario's may be too much.
   */
  private void warmUp(List<RunningLaunch> launches, Block block, BackingServices needs)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("warming up %s", names(launches));
    boolean apart = needs.isEmpty() && launches.stream().allMatch(RunningLaunch::isOurs);
    SideBySide warming = apart ? equipment.sideBySide() : new SideBySide(1);
    warming.each(
        launches,
        Stopwatch.Phase.WARM_UP,
        launch -> {
          needs.reset();
          launch.attempt(target -> warmUp(launch, block, target));
        });
  }

  private void warmUp(RunningLaunch launch, Block block, Target target)
      throws LaunchFailure, IOException, InterruptedException {
    launch.kept.begin(target);
    launch.warmed(
        equipment
            .warmUpEngines()
            .lend(engine -> Loading.warmUp(target, block.scenario(), profile.warmUp(), engine)));
    target.server().keepOn(equipment.serverCores());
  }

  private void settle(List<RunningLaunch> launches, Block block)
      throws IOException, InterruptedException {
    for (RunningLaunch launch : launches) {
      progress.doing("settling %s", launch.name());
      launch.attempt(
          Stopwatch.Phase.WARM_UP,
          target -> {
            crowd(target.server(), block.scenario());
            Loading.settle(target.server(), block.scenario(), profile.warmUp(), equipment);
            if (equipment.recording() == Recording.VITALS) {
              launch.kept.warmed(target);
            }
          });
    }
  }

  /** Where the live set can be told: of a service that runs elsewhere it cannot. */
  private static void crowd(Server server, Scenario scenario) throws InterruptedException {
    if (server instanceof LaunchedServer launched
        && launched.isJvm()
        && launched.connectionSpec().protocol() == Protocol.HTTP) {
      Crowd.visit(launched.url("/"), scenario.connections());
    }
  }

  private void observeAfterLoad(List<RunningLaunch> launches)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("looking at memory and events");
    for (RunningLaunch launch : launches) {
      launch.attempt(
          Stopwatch.Phase.OTHER,
          target -> {
            launch.kept.loaded(target);
            launch.add(Memory.ofProcess(target.server(), Memory.Moment.AFTER_LOAD));
            launch.add(Memory.ofJvm(target.vitals(), Memory.Moment.AFTER_LOAD));
          });
    }
    List<RunningLaunch> seen = awaitEvents(launches);
    for (RunningLaunch launch : seen) {
      JfrWatch jfr = Objects.requireNonNull(launch.jfr());
      launch.attempt(
          Stopwatch.Phase.OTHER,
          target -> {
            launch.add(
                LaunchSamples.ofEvents(
                    jfr.pausesIn(launch.windows()), jfr.pinnedIn(launch.windows())));
            launch.kept.seen(jfr.collections());
          });
    }
  }

  /** Those whose events have come. All wait for the same second, so each is charged a share. */
  private static List<RunningLaunch> awaitEvents(List<RunningLaunch> launches)
      throws InterruptedException {
    List<RunningLaunch> seen = new ArrayList<>();
    long start = System.nanoTime();
    for (RunningLaunch launch : launches) {
      JfrWatch jfr = launch.jfr();
      if (jfr != null
          && !launch.failed()
          && jfr.awaitEventsUntil(launch.lastLoaded(), EVENT_PATIENCE)) {
        seen.add(launch);
      }
    }
    long share = (System.nanoTime() - start) / launches.size();
    launches.forEach(launch -> launch.stopwatch.add(Stopwatch.Phase.OTHER, share));
    return seen;
  }

  private static void stop(List<RunningLaunch> launches) {
    for (RunningLaunch launch : launches) {
      long start = System.nanoTime();
      launch.close();
      launch.stopwatch.add(Stopwatch.Phase.OTHER, System.nanoTime() - start);
    }
  }
}
