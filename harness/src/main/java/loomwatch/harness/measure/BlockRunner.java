package loomwatch.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import loomwatch.harness.launch.JfrSettings;
import loomwatch.harness.launch.LaunchFailure;
import loomwatch.harness.launch.Server;
import loomwatch.harness.observe.JfrWatch;
import loomwatch.harness.plan.Block;
import loomwatch.harness.plan.Profile;
import loomwatch.results.Launch;
import loomwatch.results.Scenario;

/**
 * Measures a block: all its servers up together, each warmed in turn, the load then alternating
 * between them slice by slice, so that the host's drift touches them alike.
 */
final class BlockRunner {
  /** JFR flushes once a second; three times that is a reader or a server in trouble. */
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
    List<RunningLaunch> launches = new ArrayList<>();
    try {
      for (int order = 0; order < block.places().size(); order++) {
        RunningLaunch launch = new RunningLaunch(block, order);
        launches.add(launch);
        start(launch, block);
      }
      warmUp(launches, block);
      settle(launches, block);
      measure(launches, block);
      observeAfterLoad(launches);
    } finally {
      stop(launches);
    }
    return launches.stream().map(RunningLaunch::recorded).toList();
  }

  private void start(RunningLaunch launch, Block block) throws IOException, InterruptedException {
    Scenario scenario = block.scenario();
    progress.doing("starting the %s server", launch.name());
    Path directory =
        equipment
            .raw()
            .resolve("%s-%d-%s".formatted(scenario.name(), block.number(), launch.name()));
    try {
      Server server =
          equipment.launcher().start(equipment.server(launch.place(), scenario), directory);
      launch.started(server);
    } catch (LaunchFailure failure) {
      launch.fail(failure.invalid());
    }
    launch.attempt(
        Stopwatch.Phase.OTHER,
        running -> {
          launch.watched(JfrWatch.open(JfrSettings.repository(directory)));
          launch.add(Memory.of(running, Memory.Moment.AT_REST));
        });
  }

  private void warmUp(List<RunningLaunch> launches, Block block)
      throws IOException, InterruptedException {
    for (RunningLaunch launch : launches) {
      progress.doing("warming up %s", launch.name());
      launch.attempt(
          Stopwatch.Phase.WARM_UP,
          server ->
              launch.warmed(
                  Loading.warmUp(
                      server, block.scenario(), profile.warmUp(), equipment.warmUpEngine())));
    }
  }

  private void settle(List<RunningLaunch> launches, Block block)
      throws IOException, InterruptedException {
    for (RunningLaunch launch : launches) {
      progress.doing("settling %s", launch.name());
      launch.attempt(
          Stopwatch.Phase.WARM_UP,
          server ->
              Loading.settle(server, block.scenario(), profile.warmUp(), equipment.warmUpEngine()));
    }
  }

  private void measure(List<RunningLaunch> launches, Block block)
      throws IOException, InterruptedException {
    Instant blockStart = Instant.now();
    Slicing slicing = equipment.slicing(profile, block.scenario().connections());
    List<Integer> order = Block.sliceOrder(launches.size(), slicing.count());
    for (int position = 0; position < order.size(); position++) {
      RunningLaunch launch = launches.get(order.get(position));
      Loading.SlicePlace place =
          new Loading.SlicePlace(position, blockStart, 0, equipment.control().seconds());
      progress.doing("measuring, slice %d of %d", position + 1, order.size());
      launch.attempt(
          Stopwatch.Phase.MEASURE,
          server ->
              launch.add(
                  Loading.measure(
                      server, block.scenario(), slicing.length(), equipment.engine(), place)));
    }
  }

  private void observeAfterLoad(List<RunningLaunch> launches)
      throws IOException, InterruptedException {
    progress.doing("looking at memory and events");
    for (RunningLaunch launch : launches) {
      launch.attempt(
          Stopwatch.Phase.OTHER, server -> launch.add(Memory.of(server, Memory.Moment.AFTER_LOAD)));
    }
    List<RunningLaunch> seen = awaitEvents(launches);
    for (RunningLaunch launch : seen) {
      JfrWatch jfr = Objects.requireNonNull(launch.jfr());
      launch.attempt(
          Stopwatch.Phase.OTHER,
          server ->
              launch.add(
                  LaunchSamples.ofEvents(
                      jfr.pausesIn(launch.windows()), jfr.pinnedIn(launch.windows()))));
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
