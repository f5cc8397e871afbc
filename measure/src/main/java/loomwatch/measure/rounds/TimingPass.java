package loomwatch.measure.rounds;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.observe.Timing;
import loomwatch.measure.observe.Timing.Calls;
import loomwatch.measure.observe.TimingProbe;
import loomwatch.measure.rounds.LaunchGroupRunner.ParallelWork;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch.Phase;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MethodTime;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;

/**
 * Times the methods that a change reaches, in base and head by turns, while each answers one
 * request after another. A method that takes 3 % of a request shows a change of 10 % here, which
 * the whole request hides. It follows everything that is measured, as timing costs time.
 *
 * @param methods that both variants have, with other bytecode
 * @param time for each launch, in up to {@value #WINDOWS} windows
 */
public record TimingPass(
    Scenario scenario, List<String> methods, Duration time, Equipment equipment) {
  /** Most changed methods that can be timed. */
  public static final int MOST_METHODS = TimingProbe.MOST - 1;

  /** Rounds in which methods are timed; more would take longer than the rest of a round. */
  static final int ROUNDS = 5;

  static final int WINDOWS = 8;

  /** Methods that are kept, the most expensive first. */
  private static final int MOST_KEPT = 30;

  /** A method that takes less of a request is left out, as a share of 1. */
  private static final double LEAST_SHARE = 0.0005;

  private static final Duration WINDOWS_OF_ROUND = Duration.ofSeconds(5);

  /** Of each launch, half of which warm up at a time. */
  private static final Duration WARM_UP = Duration.ofMillis(1_500);

  /** For a launch: half a warm-up, an agent that is loaded, and windows that overrun. */
  private static final Duration OF_LAUNCH = Duration.ofMillis(1_500);

  /** If requests take long; launches differ more than windows do. */
  private static final long FEWEST_WINDOWS = 2;

  /** The fewest windows with the fewest requests may last so many times as long as planned. */
  private static final long LONGEST_OVERRUN = 4;

  private static final long FEWEST_REQUESTS = 10;
  private static final long MOST_REQUESTS = 20_000;

  /** Where Tomcat begins with a request and ends it. */
  private static final String ALL_OF_A_REQUEST =
      "org.apache.catalina.connector.CoyoteAdapter.service"
          + "(Lorg/apache/coyote/Request;Lorg/apache/coyote/Response;)V";

  /** Returns how long it takes in a round of so many scenarios and launches. */
  static Duration expected(int round, List<String> methods, int scenarios, int launches) {
    return isDue(round, methods)
        ? WINDOWS_OF_ROUND.plus(OF_LAUNCH.multipliedBy((long) launches * scenarios))
        : Duration.ZERO;
  }

  /** Reports whether methods are timed in that round. */
  static boolean isDue(int round, List<String> methods) {
    return round <= ROUNDS && !methods.isEmpty();
  }

  /** Plans the pass for one of so many scenarios, which share the time. */
  static TimingPass of(Scenario scenario, int scenarios, int launches, Equipment equipment) {
    return new TimingPass(
        scenario,
        Stream.concat(Stream.of(ALL_OF_A_REQUEST), equipment.changed().stream()).toList(),
        WINDOWS_OF_ROUND.dividedBy((long) launches * scenarios),
        equipment);
  }

  /** A launch, and its calls in each window. */
  private record Timed(
      RunningLaunch launch,
      LaunchedServer server,
      Timing timing,
      List<Map<String, Calls>> windows) {
    Timed(RunningLaunch launch, LaunchedServer server, List<String> methods) {
      this(
          launch, server, new Timing(server.pid(), server.directory(), methods), new ArrayList<>());
    }
  }

  /**
   * Times the methods of base and head. All else is measured by now and stays, even if a JVM does
   * not survive.
   *
   * @return why that was in vain, or empty
   */
  Optional<String> time(List<RunningLaunch> launches, ParallelWork parallel)
      throws InterruptedException {
    Set<Mode> incomplete =
        launches.stream()
            .filter(launch -> launch.jvm().isEmpty())
            .map(launch -> launch.place.mode())
            .collect(Collectors.toSet());
    List<Timed> timed = new ArrayList<>();
    for (RunningLaunch launch : launches) {
      if (!incomplete.contains(launch.place.mode())) {
        launch.jvm().ifPresent(server -> timed.add(new Timed(launch, server, methods)));
      }
    }
    try {
      return timed.isEmpty() ? Optional.empty() : measure(timed, parallel);
    } catch (LaunchFailure failure) {
      return Optional.of(failure.invalid().detail());
    } catch (IOException e) {
      return Optional.of(AtomicFile.reason(e));
    }
  }

  private Optional<String> measure(List<Timed> timed, ParallelWork parallel)
      throws LaunchFailure, IOException, InterruptedException {
    List<RunningLaunch> launches = timed.stream().map(Timed::launch).toList();
    long nanos = launches.stream().mapToLong(RunningLaunch::typicalNanos).max().orElseThrow();
    long requests = requests(time.dividedBy(WINDOWS), nanos);
    long lasting = Math.max(1, nanos * requests);
    long windows = Math.clamp(time.toNanos() / lasting, FEWEST_WINDOWS, WINDOWS);
    if (lasting * windows > LONGEST_OVERRUN * time.toNanos()) {
      return Optional.of("a request takes too long for that");
    }
    parallel.each(
        launches,
        Phase.OTHER,
        launch -> {
          Timed one = timed.get(launches.indexOf(launch));
          one.server().keepOn(equipment.startCores()); // Half of it is the JIT's work.
          one.timing().start();
          send(one, requests(WARM_UP, nanos));
          one.server().keepOn(equipment.serverCores());
        });
    for (int at = 0; at < windows; at++) {
      for (Timed each : at % 2 == 0 ? timed : timed.reversed()) {
        long start = System.nanoTime();
        each.timing().drain();
        send(each, requests);
        each.windows().add(each.timing().drain());
        each.launch().stopwatch.add(Phase.OTHER, System.nanoTime() - start);
      }
    }
    Set<String> kept = kept(timed);
    timed.forEach(each -> each.launch().methods = times(each, kept, requests));
    return Optional.empty();
  }

  /** Returns how many requests fit into that time one after another, in whole rounds of the mix. */
  private long requests(Duration within, long typicalNanos) {
    long affordable = typicalNanos == 0 ? FEWEST_REQUESTS : within.toNanos() / typicalNanos;
    long cards = CountingPass.cards(scenario);
    return Math.ceilDiv(Math.clamp(affordable, FEWEST_REQUESTS, MOST_REQUESTS), cards) * cards;
  }

  /** Sends so many requests one after another; fails unless all are answered as expected. */
  private void send(Timed timed, long requests) throws LaunchFailure, InterruptedException {
    LoadPlan plan = CountingPass.plan(timed.server(), scenario.sent(), requests, 1);
    CountingPass.requireAll(
        equipment.warmUpGenerators().lend(generator -> generator.run(plan)), requests);
  }

  /** Returns the methods that were called in each window and matter, the most expensive of them. */
  private static Set<String> kept(List<Timed> timed) {
    Map<String, Double> costs = new HashMap<>();
    List<Map<String, Calls>> windows =
        timed.stream().flatMap(each -> each.windows().stream()).toList();
    for (String method : windows.getFirst().keySet()) {
      List<Double> each =
          windows.stream()
              .flatMap(window -> Stream.ofNullable(window.get(method)))
              .map(Calls::typical)
              .filter(nanos -> nanos > 0)
              .toList();
      if (each.size() == windows.size()) {
        costs.put(method, each.stream().mapToDouble(nanos -> nanos).sum());
      }
    }
    double least = LEAST_SHARE * costs.getOrDefault(ALL_OF_A_REQUEST, 0.0);
    return costs.entrySet().stream()
        .filter(each -> each.getValue() >= least)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_KEPT + 1L)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<MethodTime> times(Timed timed, Set<String> kept, long requests) {
    return kept.stream()
        .map(method -> {
          List<Calls> calls =
              timed.windows().stream()
                  .flatMap(window -> Stream.ofNullable(window.get(method)))
                  .toList();
          return new MethodTime(
              method.equals(ALL_OF_A_REQUEST) ? MethodTime.REQUEST : method,
              calls.stream().mapToLong(Calls::count).average().orElseThrow() / requests,
              calls.stream()
                  .map(each ->
                      (method.equals(ALL_OF_A_REQUEST) ? each.total() : each.typical()) / requests)
                  .toList());
        })
        .toList();
  }
}
