package loomwatch.measure.rounds;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import loomwatch.results.Mix;
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

  /** With fewer, growth of the rarest request of a mix could be a lazy start. */
  private static final long FEWEST_OF_EACH = 3;

  /** Time that one request after another may take in a launch, if nothing else is measured. */
  private static final Duration AT_MOST = Duration.ofSeconds(4);

  /** The same after a load. */
  private static final Duration AT_MOST_BESIDE = Duration.ofMillis(1_500);

  private static final Duration OF_LAUNCH = Duration.ofSeconds(3);

  private static final Duration DUE_WITHIN = Duration.ofMillis(100);

  private static final JsonMapper JSON = new JsonMapper();

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
        launches.stream()
            .mapToLong(RunningLaunch::typicalNanos)
            .map(nanos -> nanos == 0 ? AT_MOST.toNanos() : nanos)
            .max()
            .orElse(Long.MAX_VALUE);
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

  /** Something that the requests of a launch did, and how often. */
  public record Done(Observed what, long times) {}

  /** Returns what a launch's raw data keeps of its requests; empty if they were not counted. */
  public static Optional<List<Done>> done(Path directory, String scenario) throws IOException {
    Path file = directory.resolve(kept(scenario));
    return Files.exists(file)
        ? Optional.of(JSON.readValue(file.toFile(), new TypeReference<>() {}))
        : Optional.empty();
  }

  private static String kept(String scenario) {
    return "counts-" + scenario + ".json";
  }

  static String recording(String scenario) {
    return "counts-" + scenario + ".jfr";
  }

  /**
   * Counts in one launch and returns why that was in vain, or empty. A server that is no JVM of
   * ours is left out. All else is measured by now and stays, even if the JVM does not survive.
   */
  Optional<Invalid> count(RunningLaunch launch, Target target) throws InterruptedException {
    if (!(target.server() instanceof LaunchedServer server) || !server.isJvm()) {
      return Optional.empty();
    }
    Path alone = server.directory().resolve(recording(scenario.name()));
    Path together = server.directory().resolve("together-" + alone.getFileName());
    try {
      try {
        count(launch, server, alone, together);
        return Optional.empty();
      } finally { // JFR notes messages of exceptions, which may have values of users.
        Files.deleteIfExists(alone);
        Files.deleteIfExists(together);
      }
    } catch (LaunchFailure failure) {
      return Optional.of(failure.invalid());
    } catch (IOException e) {
      return Optional.of(new Invalid(Invalid.Reason.DEAD_COUNTER, AtomicFile.reason(e)));
    }
  }

  private void count(RunningLaunch launch, LaunchedServer server, Path alone, Path together)
      throws LaunchFailure, IOException, InterruptedException {
    Counting counting = new Counting(server.pid(), server.directory());
    List<Metric> metrics = new ArrayList<>(EXACT);
    Long bytes = send(counting, server, 1, alone).bytes();
    List<Observed> seen = new ArrayList<>(CountReader.read(alone, scenario.sent()));
    seen.removeIf(each -> !each.metric().isExact());
    if (launch.place.mode() == Mode.PLATFORM) { // JFR has no such events of virtual threads.
      send(counting, server, scenario.connections(), together);
      seen.addAll(CountReader.readLocks(together));
      metrics.add(Metric.CONTENDED_LOCKS);
    }
    List<Done> done =
        seen.stream().collect(groupingBy(one -> one, counting())).entrySet().stream()
            .map(entry -> new Done(entry.getKey(), entry.getValue()))
            .toList();
    JSON.writeValue(server.directory().resolve(kept(scenario.name())).toFile(), done);
    launch.counts = counts(done, bytes);
    metrics.forEach(metric -> launch.add(List.of(perRequest(metric, done))));
    if (launch.measured().isEmpty() && bytes != null) {
      launch.add(List.of(Sample.of(Metric.RESPONSE_BYTES, (double) bytes / requests)));
    }
  }

  private Sample perRequest(Metric metric, List<Done> all) {
    long times =
        all.stream().filter(each -> each.what().metric() == metric).mapToLong(Done::times).sum();
    return Sample.of(metric, (double) times / requests);
  }

  /** Records what the requests do; fails unless all were answered as expected. */
  private LoadResult send(Counting counting, LaunchedServer server, int connections, Path recording)
      throws LaunchFailure, IOException, InterruptedException {
    counting.start();
    LoadPlan plan = plan(server, CountReader.marked(scenario.sent()), requests, connections);
    LoadResult load = equipment.warmUpGenerators().lend(generator -> generator.run(plan));
    counting.stop(recording);
    requireAll(load, requests);
    return load;
  }

  /** Fails unless all requests were answered as expected. */
  static void requireAll(LoadResult load, long requests) throws LaunchFailure {
    if (load.completed() < requests) {
      throw new LaunchFailure(
          load.errors().total() > 0 ? Invalid.Reason.ERRORS : Invalid.Reason.UNFINISHED,
          "%d of %d requests got their answer".formatted(load.completed(), requests));
    }
  }

  /** Plans so many requests, each sent as soon as a connection's last was answered. */
  static LoadPlan plan(Server server, Mix mix, long requests, int connections) {
    return new LoadPlan(
        server.url("/"),
        server.connectionSpec(),
        mix,
        0,
        requests / (DUE_WITHIN.toNanos() / 1e9),
        connections,
        DUE_WITHIN,
        LoadPlan.Overload.AWAITED,
        null);
  }

  private List<Count> counts(List<Done> done, @Nullable Long bytes) {
    Map<Count, Long> times =
        done.stream().collect(groupingBy(each -> once(each.what()), summingLong(Done::times)));
    return Stream.concat(
            Stream.ofNullable(bytes)
                .map(all -> new Count(Metric.RESPONSE_BYTES, null, "responses", all, requests)),
            times.entrySet().stream().map(entry -> entry.getKey().times(entry.getValue())))
        .sorted(IN_ORDER)
        .toList();
  }

  private Count once(Observed what) {
    return new Count(what.metric(), what.request(), what.what(), 1, sent(what.request()));
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

  static int cards(Scenario scenario) {
    return scenario.sent().requests().stream().mapToInt(MixedRequest::weight).sum();
  }
}
