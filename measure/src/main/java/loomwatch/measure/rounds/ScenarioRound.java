package loomwatch.measure.rounds;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.observe.AsyncProfiler;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.LaunchGroupRunner.ParallelWork;
import loomwatch.measure.rounds.LaunchGroupRunner.Steps;
import loomwatch.measure.rounds.LaunchSamples.SlowShare;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch.Phase;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;

/** Warms and loads the launches of a group under one scenario, and observes them. */
record ScenarioRound(
    Equipment equipment,
    Profile profile,
    Progress progress,
    ParallelWork parallel,
    Scenario scenario,
    List<RunningLaunch> launches) {
  /** JFR flushes once a second; a longer wait means trouble in reader or server. */
  private static final Duration EVENT_PATIENCE = Duration.ofSeconds(4);

  /** Returns the launches for their next scenario. */
  List<RunningLaunch> serving(Scenario next) {
    return launches.stream().map(launch -> launch.serving(next)).toList();
  }

  void fail(Invalid reason) {
    launches.forEach(launch -> launch.fail(reason));
  }

  List<Launch> recorded() {
    return launches.stream()
        .map(launch -> {
          List<MeasuredWindow> base =
              launches.stream()
                  .filter(other -> other.place.isBaseOf(launch.place))
                  .flatMap(other -> other.punctual().stream())
                  .toList();
          return launch.recorded(SlowShare.slowFrom(scenario, base));
        })
        .toList();
  }

  /**
   * Measures the scenario.
   *
   * @throws LaunchFailure when a backing service fails
   */
  void measure(BackingServices backing, Steps steps)
      throws LaunchFailure, IOException, InterruptedException {
    warmUp(backing);
    if (profile.countsAlone()) {
      steps.warm(scenario);
      steps.ended(scenario);
      return;
    }
    settle();
    steps.warm(scenario);
    InterleavedLoad load = new InterleavedLoad(equipment, profile, progress, scenario);
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
    steps.ended(scenario);
  }

  /** Times changed methods in one of so many scenarios, which leaves the launches slower. */
  void time(int scenarios) throws InterruptedException {
    progress.doing("timing changed methods");
    TimingPass.of(scenario, scenarios, launches.size(), equipment)
        .time(launches, parallel)
        .ifPresent(reason -> progress.note("  methods were not timed: " + reason));
  }

  /** Counts what requests do, which leaves the launches slower than before. */
  void count() throws LaunchFailure, IOException, InterruptedException {
    progress.doing("counting what requests do");
    CountingPass pass = CountingPass.of(scenario, launches, equipment, profile.countsAlone());
    parallel.each(
        launches,
        Phase.OTHER,
        launch ->
            launch.attempt(target -> {
              target.server().keepOn(equipment.startCores()); // Half of it is the JIT's work.
              pass.count(launch, target).ifPresent(reason -> uncounted(launch, reason));
            }));
  }

  private void uncounted(RunningLaunch launch, Invalid reason) {
    if (profile.countsAlone()) {
      launch.fail(reason);
    } else {
      progress.note("  %s was not counted: %s".formatted(launch.name(), reason.detail()));
    }
  }

  /** Searches the capacity, which may leave the launches overloaded. */
  void searchCapacity(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    if (!LaunchGroupRunner.discardedByGenerator(recorded())) {
      new CapacitySearch(equipment, progress, scenario, backing).run(launches);
    }
  }

  /**
   * Warms the launches, on all CPUs as half of a warm-up is the JIT's work. They are warmed one
   * after another if each begins with the same data, or if they run elsewhere, where load above the
   * scenario's may be too much.
   */
  private void warmUp(BackingServices backing)
      throws LaunchFailure, IOException, InterruptedException {
    progress.doing("warming up %s", LaunchGroupRunner.names(launches));
    boolean apart = !backing.isReset() && launches.stream().allMatch(RunningLaunch::isOurs);
    ParallelWork warming = apart ? parallel : new ParallelWork(1);
    warming.each(
        launches,
        Phase.WARM_UP,
        launch -> {
          backing.reset();
          launch.attempt(target -> {
            // After an earlier scenario it is on the CPUs for servers alone.
            target.server().keepOn(equipment.startCores());
            launch.heap.begin(target);
            launch.warmUp =
                equipment
                    .warmUpGenerators()
                    .lend(generator ->
                        ScenarioLoad.warmUp(target, scenario, profile.warmUp(), generator));
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
              ConnectionBurst.send(server.url("/"), scenario.connections());
            }
            ScenarioLoad.settle(target.server(), scenario, profile.warmUp(), equipment);
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
