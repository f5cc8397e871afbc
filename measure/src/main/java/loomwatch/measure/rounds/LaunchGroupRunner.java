package loomwatch.measure.rounds;

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
import loomwatch.measure.observe.AsyncProfiler;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.LaunchSamples.SlowShare;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch.Phase;
import loomwatch.measure.service.ServiceException;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.Scenario.Protocol;

/** Measures a group once; load alternates between its servers, so that host drift is shared. */
final class LaunchGroupRunner {
  /** JFR flushes once a second; a longer wait means trouble in reader or server. */
  private static final Duration EVENT_PATIENCE = Duration.ofSeconds(4);

  private final Equipment equipment;
  private final Profile profile;
  private final Progress progress;
  private final LaunchGroup group;
  private final Path folder;
  private final ParallelWork parallel;
  private RequestCheck check = RequestCheck.NONE;
  private Runnable warm = () -> {};
  private final List<RunningLaunch> launches = new ArrayList<>();

  LaunchGroupRunner(
      Equipment equipment, Profile profile, Progress progress, LaunchGroup group, Path folder) {
    this.equipment = equipment;
    this.profile = profile;
    this.progress = progress;
    this.group = group;
    this.folder = folder;
    this.parallel = new ParallelWork(equipment.startCores().size());
  }

  /** Runs that once all launches are warm. */
  void whenWarm(Runnable then) {
    warm = then;
  }

  /**
   * Returns the launches of the group.
   *
   * @param first checked before the load; in the first group of a measurement a failure of it, or
   *     of a start, ends the measurement
   * @throws ServiceException if it does
   */
  List<Launch> run(RequestCheck first) throws IOException, InterruptedException {
    check = first;
    measured();
    return recorded();
  }

  private List<Launch> recorded() {
    return launches.stream()
        .map(launch -> {
          List<MeasuredWindow> base =
              launches.stream()
                  .filter(other -> other.place.isBaseOf(launch.place))
                  .flatMap(other -> other.punctual().stream())
                  .toList();
          return launch.recorded(SlowShare.slowFrom(group.scenario(), base));
        })
        .toList();
  }

  List<RunningLaunch> measured() throws IOException, InterruptedException {
    for (int order = 0; order < group.places().size(); order++) {
      launches.add(new RunningLaunch(group, order, folder));
    }
    Path directory =
        folder.resolve("%s-%d-services".formatted(group.scenario().name(), group.number()));
    try (BackingServices backing = equipment.backingServices(oneVariant(), directory)) {
      try {
        measure(backing);
      } finally {
        stop();
      }
    } catch (LaunchFailure failure) {
      if (!check.isNone()) {
        throw ofStart(oneVariant(), failure);
      }
      launches.forEach(launch -> launch.fail(failure.invalid()));
    }
    return launches;
  }

  /** Returns the variant whose JDK runs the backing services: base if present. */
  private String oneVariant() {
    List<String> variants = group.places().stream().map(Place::variant).toList();
    return variants.contains(Side.BASE.label()) ? Side.BASE.label() : variants.getFirst();
  }

  private void measure(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    start(backing);
    parallel.each(
        launches, Phase.OTHER, launch -> launch.attempt(target -> atRest(launch, target)));
    check(backing);
    warmUp(backing);
    settle();
    warm.run();
    InterleavedLoad load = new InterleavedLoad(equipment, profile, progress, group);
    switch (equipment.recording()) {
      case VITALS -> {
        load.run(launches);
        observeAfterLoad();
        parallel.each(launches, Phase.OTHER, launch -> launch.attempt(launch.heap::collected));
      }
      case STACKS -> { // No metric is taken, as each would include the profilers' cost.
        parallel.each(
            launches, Phase.OTHER, launch -> launch.attempt(target -> profile(launch, target)));
        load.run(launches);
        progress.doing("keeping what was seen");
        parallel.each(
            launches, Phase.OTHER, launch -> launch.attempt(target -> keep(launch, target)));
      }
    }
    backing.requireAlive("while it was measured");
    if (equipment.beyond() == Equipment.Beyond.CAPACITY && !discardedByGenerator(recorded())) {
      new CapacitySearch(equipment, progress, group, backing).run(launches);
    }
  }

  static boolean discardedByGenerator(List<Launch> group) {
    List<Launch> lost = group.stream().filter(launch -> !launch.valid()).toList();
    return !lost.isEmpty() && lost.stream().allMatch(Launch::discardedByGenerator);
  }

  private void start(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("starting %s", names());
    // With shared backing services, starts could race, for example to create database tables.
    ParallelWork starting = backing.isEmpty() ? parallel : new ParallelWork(1);
    starting.each(
        launches,
        Phase.START,
        launch -> {
          ServerOptions options = equipment.server(launch.place, group.scenario(), backing);
          try {
            launch.started(equipment.launcher().open(options, launch.directory));
          } catch (LaunchFailure failure) {
            if (!check.isNone()) {
              throw ofStart(launch.place.variant(), failure);
            }
            launch.fail(failure.invalid());
          }
        });
  }

  /** Sends each request once, after memory was measured at rest and with the data of a reset. */
  private void check(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    if (check.isNone()) {
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

  private String names() {
    return launches.stream().map(RunningLaunch::name).collect(Collectors.joining(", "));
  }

  private void atRest(RunningLaunch launch, Target target)
      throws LaunchFailure, IOException, InterruptedException {
    Server server = target.server();
    launch.add(MemorySamples.AT_REST.ofProcess(server));
    if (server instanceof LaunchedServer launched && launched.isJvm()) {
      if (equipment.recording() == Recording.VITALS) {
        launch.jfr = JfrWatch.open(Recording.repository(launch.directory));
      }
      launch.vitals = Vitals.of(launched);
      launch.add(MemorySamples.AT_REST.ofJvm(launch.vitals));
    }
  }

  /**
   * Warms the launches, on all CPUs as half of a warm-up is the JIT's work. They are warmed one
   * after another if they share backing services or run elsewhere, where load above the scenario's
   * may be too much.
   */
  private void warmUp(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("warming up %s", names());
    boolean apart = backing.isEmpty() && launches.stream().allMatch(RunningLaunch::isOurs);
    ParallelWork warming = apart ? parallel : new ParallelWork(1);
    warming.each(
        launches,
        Phase.WARM_UP,
        launch -> {
          backing.reset();
          launch.attempt(target -> {
            launch.heap.begin(target);
            launch.warmUp =
                equipment
                    .warmUpGenerators()
                    .lend(generator ->
                        ScenarioLoad.warmUp(target, group.scenario(), profile.warmUp(), generator));
            target.server().keepOn(equipment.serverCores());
          });
        });
  }

  private void settle() throws IOException, InterruptedException {
    for (RunningLaunch launch : launches) {
      progress.doing("settling %s", launch.name());
      launch.attempt(
          Phase.WARM_UP,
          target -> {
            // Remote services are left out, as their live set cannot be measured.
            if (target.server() instanceof LaunchedServer server
                && server.isJvm()
                && server.connectionSpec().protocol() == Protocol.HTTP) {
              ConnectionBurst.send(server.url("/"), group.scenario().connections());
            }
            ScenarioLoad.settle(target.server(), group.scenario(), profile.warmUp(), equipment);
            if (equipment.recording() == Recording.VITALS) {
              launch.heap.warmed(target);
            }
          });
    }
  }

  private void observeAfterLoad() throws IOException, InterruptedException {
    progress.doing("looking at memory and events");
    for (RunningLaunch launch : launches) {
      launch.attempt(
          Phase.OTHER,
          target -> {
            launch.heap.loaded(target);
            launch.add(MemorySamples.AFTER_LOAD.ofProcess(target.server()));
            launch.add(MemorySamples.AFTER_LOAD.ofJvm(target.vitals()));
          });
    }
    List<RunningLaunch> seen = awaitEvents();
    for (RunningLaunch launch : seen) {
      JfrWatch jfr = launch.jfr;
      if (jfr != null) {
        launch.attempt(
            Phase.OTHER,
            target -> {
              launch.add(
                  LaunchSamples.ofEvents(
                      jfr.pausesIn(launch.windows()), jfr.pinnedIn(launch.windows())));
              launch.heap.seen(jfr.collections());
            });
      }
    }
  }

  /** Returns the launches whose events were read; the waiting time is shared among them. */
  private List<RunningLaunch> awaitEvents() throws InterruptedException {
    List<RunningLaunch> seen = new ArrayList<>();
    long start = System.nanoTime();
    for (RunningLaunch launch : launches) {
      if (launch.jfr != null
          && !launch.failed()
          && launch.jfr.awaitEventsUntil(launch.lastLoaded(), EVENT_PATIENCE)) {
        seen.add(launch);
      }
    }
    long share = (System.nanoTime() - start) / launches.size();
    launches.forEach(launch -> launch.stopwatch.add(Phase.OTHER, share));
    return seen;
  }

  private void profile(RunningLaunch launch, Target target)
      throws IOException, InterruptedException {
    if (target.server() instanceof LaunchedServer server && server.isJvm()) {
      try {
        AsyncProfiler.start(server.pid(), server.directory(), launch.samples());
      } catch (AsyncProfiler.UnavailableException e) {
        progress.note("  " + launch.name() + ": " + e.getMessage() + "; JFR alone tells");
      }
    }
  }

  private static void keep(RunningLaunch launch, Target target)
      throws LaunchFailure, IOException, InterruptedException {
    if (!(target.server() instanceof LaunchedServer server)) {
      return;
    }
    target.vitals().keepRecording(launch.recording(), "when its recording was kept");
    launch.live = target.vitals().liveObjects("when its heap was looked at");
    if (Files.exists(launch.samples())) {
      try {
        AsyncProfiler.stop(server.pid(), server.directory(), launch.samples());
      } catch (AsyncProfiler.UnavailableException e) {
        Files.deleteIfExists(launch.samples());
      }
    }
  }

  private void stop() {
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

  /**
   * Sends as many requests at once as there are connections. Tomcat allocates some 50 KiB of
   * objects for each request under way and keeps them for reuse. With a thread per request their
   * number depends on the scheduler, so without a burst the live set of two launches of one build
   * differs by a megabyte.
   */
  static final class ConnectionBurst {
    /** A request without effect on a service (RFC 9110, 9.3.7), sent in two parts. */
    private static final byte[] BEGINNING =
        "OPTIONS * HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] END =
        "Host: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final Duration STAY = Duration.ofMillis(50);

    private static final int PATIENCE_MILLIS = 1_000;

    private ConnectionBurst() {}

    static void send(URI server, int connections) throws InterruptedException {
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
        // If the server does not answer, the load will show it.
      } finally {
        open.forEach(ConnectionBurst::close);
      }
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        // There is nothing left to close.
      }
    }
  }
}
