package loomwatch.measure.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import loomwatch.measure.blocks.HeapObservation.MemorySamples;
import loomwatch.measure.blocks.LaunchSamples.SlowShare;
import loomwatch.measure.blocks.RunningLaunch.Stopwatch;
import loomwatch.measure.launch.JfrSettings;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.RunningNeeds;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Target;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.VitalsLink;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Block.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.profile.AsyncProfiler;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.Scenario;

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
          return launch.recorded(SlowShare.slowFrom(block.scenario(), base));
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
    try (RunningNeeds needs = equipment.needs(oneOf(block), directory)) {
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
    new InterleavedLoad(equipment, profile, progress, block).run(launches);
    observeAfterLoad(launches);
    equipment
        .sideBySide()
        .each(launches, Stopwatch.Phase.OTHER, launch -> launch.attempt(launch.kept::collected));
  }

  /** No metric is taken: each would carry the profilers' cost. */
  private void profile(List<RunningLaunch> launches, Block block)
      throws LaunchFailure, IOException, InterruptedException {
    Profiling.start(launches, equipment.sideBySide(), progress);
    new InterleavedLoad(equipment, profile, progress, block).run(launches);
    progress.doing("keeping what was seen");
    Profiling.keep(launches, equipment.sideBySide());
  }

  private void start(List<RunningLaunch> launches, Block block, RunningNeeds needs)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("starting %s", names(launches));
    // Else they race to make what they have in common, such as the tables of an empty database.
    ParallelWork starting = needs.isEmpty() ? equipment.sideBySide() : new ParallelWork(1);
    starting.each(launches, Stopwatch.Phase.START, launch -> start(launch, block, needs));
  }

  private static String names(List<RunningLaunch> launches) {
    return launches.stream().map(RunningLaunch::name).collect(Collectors.joining(", "));
  }

  private void start(RunningLaunch launch, Block block, RunningNeeds needs)
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
    launch.add(MemorySamples.ofProcess(server, MemorySamples.Moment.AT_REST));
    if (server instanceof LaunchedServer launched && launched.isJvm()) {
      if (equipment.recording() == Recording.VITALS) {
        launch.watched(JfrWatch.open(JfrSettings.repository(launch.directory())));
      }
      Vitals vitals = VitalsLink.to(launched);
      launch.linked(vitals);
      launch.add(MemorySamples.ofJvm(vitals, MemorySamples.Moment.AT_REST));
    }
  }

  /**
   * On all CPUs, as nothing is measured: half of a warm-up is the JIT's work. One after another
   * where they have in common what the service needs, or run elsewhere, where more load than the
   * scenario's may be too much.
   */
  private void warmUp(List<RunningLaunch> launches, Block block, RunningNeeds needs)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("warming up %s", names(launches));
    boolean apart = needs.isEmpty() && launches.stream().allMatch(RunningLaunch::isOurs);
    ParallelWork warming = apart ? equipment.sideBySide() : new ParallelWork(1);
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
            .lend(engine -> ScenarioLoad.warmUp(target, block.scenario(), profile.warmUp(), engine)));
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
            ScenarioLoad.settle(target.server(), block.scenario(), profile.warmUp(), equipment);
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
        && launched.spoken().protocol() == Protocol.HTTP) {
      ConnectionBurst.visit(launched.url("/"), scenario.connections());
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
            launch.add(MemorySamples.ofProcess(target.server(), MemorySamples.Moment.AFTER_LOAD));
            launch.add(MemorySamples.ofJvm(target.vitals(), MemorySamples.Moment.AFTER_LOAD));
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

  /** What the threads of a launch spend, by call stack: in passes of which no number is judged. */
  static final class Profiling {
    private Profiling() {}

    /** From here on, so that only what is warm is seen. */
    static void start(List<RunningLaunch> launches, ParallelWork several, Progress progress)
        throws LaunchFailure, IOException, InterruptedException {
      several.each(
          launches,
          Stopwatch.Phase.OTHER,
          launch ->
              launch.attempt(target -> {
                if (target.server() instanceof LaunchedServer server && server.isJvm()) {
                  try {
                    AsyncProfiler.start(server.pid(), server.directory(), launch.samples());
                  } catch (AsyncProfiler.UnavailableException e) {
                    progress.note("  " + launch.name() + ": " + e.getMessage() + "; JFR alone tells");
                  }
                }
              }));
    }

    /** Keeps what was seen beside each launch's log, and what is left when all is answered. */
    static void keep(List<RunningLaunch> launches, ParallelWork several)
        throws LaunchFailure, IOException, InterruptedException {
      several.each(
          launches, Stopwatch.Phase.OTHER, launch -> launch.attempt(target -> keep(launch, target)));
    }

    private static void keep(RunningLaunch launch, Target target)
        throws LaunchFailure, IOException, InterruptedException {
      if (!(target.server() instanceof LaunchedServer server)) {
        return;
      }
      target.vitals().keepRecording(launch.recording(), "when its recording was kept");
      launch.left(target.vitals().liveObjects("when its heap was looked at"));
      if (Files.exists(launch.samples())) {
        try {
          AsyncProfiler.stop(server.pid(), server.directory(), launch.samples());
        } catch (AsyncProfiler.UnavailableException e) {
          Files.deleteIfExists(launch.samples());
        }
      }
    }
  }

  /**
   * As many requests at once as there are connections. Tomcat has objects of some 50 KiB for each
   * request under way, keeps them for others, and makes more when all are in use. With a thread for
   * each request that depends on where the scheduler interrupts them, so without a crowd launches of
   * one build differ by a megabyte of live set.
   */
  static final class ConnectionBurst {
    /** Asks for nothing (RFC 9110, 9.3.7), so no service does anything; told in two parts. */
    private static final byte[] BEGINNING = ascii("OPTIONS * HTTP/1.1\r\n");

    private static final byte[] END = ascii("Host: localhost\r\nConnection: close\r\n\r\n");

    /** Until a server has surely read what all began with. */
    private static final Duration STAY = Duration.ofMillis(50);

    private static final int PATIENCE_MILLIS = 1_000;

    private ConnectionBurst() {}

    /** Comes and goes; of a server that does not take all of them nothing is said. */
    static void visit(URI server, int connections) throws InterruptedException {
      InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
      List<Socket> open = new ArrayList<>();
      try {
        for (int one = 0; one < connections; one++) {
          Socket socket = new Socket();
          open.add(socket);
          socket.connect(address, PATIENCE_MILLIS);
          socket.setSoTimeout(PATIENCE_MILLIS);
          socket.getOutputStream().write(BEGINNING);
        }
        Thread.sleep(STAY);
        for (Socket socket : open) {
          socket.getOutputStream().write(END);
        }
        for (Socket socket : open) {
          socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
      } catch (IOException refused) {
        // Whether it serves, the load finds out.
      } finally {
        open.forEach(ConnectionBurst::close);
      }
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        // Nothing is left to be closed.
      }
    }

    private static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
  }

  /**
   * Does what is not measured with several launches of a block at once.
   *
   * @param atOnce how many at the same time; below 1 as 1
   */
  record ParallelWork(int atOnce) {

    /** What is done with each. */
    interface Work {
      /** Does it; nobody else touches the launch meanwhile. */
      void on(RunningLaunch launch) throws LaunchFailure, IOException, InterruptedException;
    }

    /**
     * Does it with all of them, in their order, and charges each a share of the time.
     *
     * @throws LaunchFailure the first of theirs; those under way are interrupted then
     */
    void each(List<RunningLaunch> launches, Stopwatch.Phase phase, Work work)
        throws LaunchFailure, IOException, InterruptedException {
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
          case null, default -> throw new IllegalStateException(failed.getCause());
        }
      } finally {
        pool.shutdownNow();
      }
    }
  }
}
