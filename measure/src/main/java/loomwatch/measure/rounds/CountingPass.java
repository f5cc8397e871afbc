package loomwatch.measure.rounds;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.CountReader;
import loomwatch.measure.observe.CountReader.Observed;
import loomwatch.measure.observe.Counting;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Count;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same number of requests to each launch of a round and counts what they do: first one
 * after another, so that equal work has equal counts, then on all connections, where locks are
 * contended. It follows everything that is measured, as counting costs time.
 *
 * @param requests sent in each part
 */
public record CountingPass(Scenario scenario, long requests, Equipment equipment) {
  /** Rounds that are counted: exact counts need one, those that vary a few. */
  static final int ROUNDS = 3;

  private static final long MOST_REQUESTS = 1_000;

  private static final long FEWEST_REQUESTS = 20;

  /** What the rarest request of a mix does more often is not told from a lazy start with fewer. */
  private static final long FEWEST_OF_EACH = 3;

  /** Time that one request after another may take in a launch, if nothing else is measured. */
  private static final Duration AT_MOST = Duration.ofSeconds(4);

  /** The same after a load. */
  private static final Duration AT_MOST_BESIDE = Duration.ofMillis(1_500);

  private static final Duration OF_LAUNCH = Duration.ofSeconds(3);

  private static final Duration DUE_WITHIN = Duration.ofMillis(100);

  private static final Comparator<Count> IN_ORDER =
      Comparator.comparing(Count::metric)
          .thenComparing(Count::request, nullsFirst(naturalOrder()))
          .thenComparing(Count::of);

  private static final List<Metric> EXACT =
      Stream.of(Metric.values()).filter(Metric::isExact).toList();

  /** Returns how long it takes for each launch of that round, two at once. */
  static Duration expected(int round) {
    return round <= ROUNDS ? OF_LAUNCH : Duration.ZERO;
  }

  /**
   * Plans the pass: as many requests as the slowest launch answers in time, in whole rounds of the
   * mix, so that each launch has the same ones.
   */
  static CountingPass of(
      Scenario scenario, List<RunningLaunch> launches, Equipment equipment, boolean alone) {
    long typicalNanos =
        launches.stream().mapToLong(CountingPass::typicalNanos).max().orElse(Long.MAX_VALUE);
    Duration most = alone ? AT_MOST : AT_MOST_BESIDE;
    long affordable = most.toNanos() / Math.max(1, typicalNanos);
    return new CountingPass(scenario, requests(scenario, affordable), equipment);
  }

  static long requests(Scenario scenario, long affordable) {
    long requests = FEWEST_REQUESTS;
    while (requests * 2 <= Math.min(affordable, MOST_REQUESTS)) {
      requests *= 2;
    }
    long cards = cards(scenario);
    long rarest =
        scenario.sent().requests().stream().mapToInt(MixedRequest::weight).min().orElseThrow();
    long most = Math.clamp(4 * affordable, 2 * FEWEST_REQUESTS, MOST_REQUESTS);
    long forRarest = Math.min(Math.ceilDiv(FEWEST_OF_EACH, rarest), most / cards);
    return Math.max(Math.ceilDiv(requests, cards), forRarest) * cards;
  }

  /** Returns what was counted by the recordings in a launch's raw data; empty if there are none. */
  public static Optional<List<Observed>> observed(Path directory, Scenario scenario)
      throws IOException {
    Path alone = directory.resolve(recording(scenario.name()));
    if (Files.notExists(alone)) {
      return Optional.empty();
    }
    List<Observed> seen = new ArrayList<>(CountReader.read(alone, scenario.sent()));
    seen.removeIf(each -> !each.metric().isExact());
    Path together = directory.resolve(together(scenario.name()));
    if (Files.exists(together)) {
      seen.addAll(CountReader.readLocks(together));
    }
    return Optional.of(seen);
  }

  static String recording(String scenario) {
    return "counts-" + scenario + ".jfr";
  }

  private static String together(String scenario) {
    return "together-" + recording(scenario);
  }

  /** Returns the median time of a request, in windows or else in the warm-up. */
  private static long typicalNanos(RunningLaunch launch) {
    return launch.measured().stream()
        .map(window -> window.load().serviceTime())
        .filter(time -> time != null && time.count() > 0)
        .mapToLong(time -> time.nanosAt(50))
        .max()
        .orElseGet(() ->
            launch.warmUp == null || launch.warmUp.cycles().isEmpty()
                ? AT_MOST.toNanos()
                : launch.warmUp.cycles().getLast().p50Nanos());
  }

  /**
   * Counts in one launch and returns why that was in vain, or empty. A server that is no JVM of
   * ours is left out. All else is measured by now and stays, even if the JVM does not survive.
   */
  Optional<Invalid> count(RunningLaunch launch, Target target) throws InterruptedException {
    if (!(target.server() instanceof LaunchedServer server) || !server.isJvm()) {
      return Optional.empty();
    }
    Counting counting = new Counting(server.pid(), server.directory());
    List<Metric> counted = new ArrayList<>(EXACT);
    try {
      LoadResult alone = send(counting, server, 1, recording(scenario.name()));
      if (launch.place.mode() == Mode.PLATFORM) { // JFR has no such events of virtual threads.
        send(counting, server, scenario.connections(), together(scenario.name()));
        counted.add(Metric.CONTENDED_LOCKS);
      }
      List<Observed> seen = observed(server.directory(), scenario).orElseThrow();
      launch.counts = counts(seen, alone.bytes());
      counted.forEach(metric -> launch.add(List.of(perRequest(metric, seen))));
      if (launch.measured().isEmpty() && alone.bytes() != null) {
        launch.add(List.of(Sample.of(Metric.RESPONSE_BYTES, (double) alone.bytes() / requests)));
      }
      return Optional.empty();
    } catch (LaunchFailure failure) {
      return Optional.of(failure.invalid());
    } catch (IOException e) {
      return Optional.of(new Invalid(Invalid.Reason.DEAD_COUNTER, AtomicFile.reason(e)));
    }
  }

  private Sample perRequest(Metric metric, List<Observed> seen) {
    long times = seen.stream().filter(each -> each.metric() == metric).count();
    return Sample.of(metric, (double) times / requests);
  }

  /** Records what the requests do; fails unless all were answered as expected. */
  private LoadResult send(
      Counting counting, LaunchedServer server, int connections, String recording)
      throws LaunchFailure, IOException, InterruptedException {
    counting.start();
    LoadResult load =
        equipment.warmUpGenerators().lend(generator -> generator.run(plan(server, connections)));
    counting.stop(server.directory().resolve(recording));
    if (load.completed() < requests) {
      throw new LaunchFailure(
          load.errors().total() > 0 ? Invalid.Reason.ERRORS : Invalid.Reason.UNFINISHED,
          "%d of %d requests that were counted got their answer"
              .formatted(load.completed(), requests));
    }
    return load;
  }

  private LoadPlan plan(Server server, int connections) {
    return new LoadPlan(
        server.url("/"),
        server.connectionSpec(),
        CountReader.marked(scenario.sent()),
        0,
        requests / (DUE_WITHIN.toNanos() / 1e9),
        connections,
        DUE_WITHIN,
        LoadPlan.Overload.AWAITED);
  }

  private List<Count> counts(List<Observed> seen, @Nullable Long bytes) {
    Map<Count, Long> times =
        seen.stream()
            .map(each ->
                new Count(each.metric(), each.request(), each.what(), 1, sent(each.request())))
            .collect(groupingBy(one -> one, counting()));
    return Stream.concat(
            Stream.ofNullable(bytes)
                .map(all -> new Count(Metric.RESPONSE_BYTES, null, "responses", all, requests)),
            times.entrySet().stream().map(entry -> entry.getKey().times(entry.getValue())))
        .sorted(IN_ORDER)
        .toList();
  }

  /** Returns how many of the requests were that one of the mix, or all. */
  private long sent(@Nullable String request) {
    List<MixedRequest> all = scenario.sent().requests();
    return requests
        * all.stream()
            .filter(each -> request == null || CountReader.name(each).equals(request))
            .mapToInt(MixedRequest::weight)
            .sum()
        / cards(scenario);
  }

  private static int cards(Scenario scenario) {
    return scenario.sent().requests().stream().mapToInt(MixedRequest::weight).sum();
  }
}
