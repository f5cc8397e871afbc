package loomwatch.results;

import java.util.List;
import loomwatch.results.Mix.MixedRequest;
import org.jspecify.annotations.Nullable;

/**
 * What one run of the load generator showed, and the rate, connections and duration of its plan.
 *
 * @param offered requests due: rate × duration
 * @param completed requests answered as expected, the drain included
 * @param unfinished requests neither answered nor failed when the drain time was over
 * @param achievedPerSecond completed requests over the time from the first intended start to the
 *     last completion or the planned end, whichever is later
 * @param latency from the intended start (corrected for coordinated omission), completed requests
 * @param serviceTime from the actual send, or null when the generator does not know it
 * @param seconds the same by second, or empty when the generator does not know it
 * @param longestGeneratorStallNanos how long the generator's loop stood still at worst, or 0 when
 *     the generator cannot tell
 * @param invalid the rules this run broke; when not empty, no number of it may be used
 * @param requests each of a mix's requests by itself, in its order; null where all are alike
 * @param reopened connections that the server closed between requests and that were opened again;
 *     null when the generator does not know
 * @param firstFailure what became of the first request that failed, and what to do; null when none
 *     did, or the generator does not tell
 */
public record LoadResult(
    String generator,
    String generatorVersion,
    double requestsPerSecond,
    int connections,
    double durationSeconds,
    long offered,
    long completed,
    LoadErrors errors,
    long unfinished,
    double achievedPerSecond,
    @Nullable LatencyHistogram latency,
    @Nullable LatencyHistogram serviceTime,
    List<LoadSecond> seconds,
    long longestGeneratorStallNanos,
    List<Invalid> invalid,
    @Nullable List<RequestLoad> requests,
    @Nullable Long reopened,
    @Nullable String firstFailure) {

  public LoadResult {
    Require.text("generator", generator);
    Require.text("generatorVersion", generatorVersion);
    Require.positive("requestsPerSecond", requestsPerSecond);
    Require.atLeast("connections", 1, connections);
    Require.positive("durationSeconds", durationSeconds);
    Require.atLeast("offered", 0, offered);
    Require.atLeast("completed", 0, completed);
    Require.atLeast("unfinished", 0, unfinished);
    Require.notNegative("achievedPerSecond", achievedPerSecond);
    Require.atLeast("longestGeneratorStallNanos", 0, longestGeneratorStallNanos);
    seconds = List.copyOf(seconds);
    invalid = List.copyOf(invalid);
    requests = requests == null ? null : List.copyOf(requests);
    if (reopened != null) {
      Require.atLeast("reopened", 0, reopened);
    }
    firstFailure = firstFailure == null ? null : Request.withoutValues(firstFailure);
  }

  public long ended() {
    return completed + errors.total();
  }

  /**
   * Whether the load generator broke a rule and nobody else did: it says nothing about the server,
   * and counts nowhere.
   */
  public boolean discardedByGenerator() {
    return discardedByGenerator(invalid);
  }

  /** The same with nothing of its distributions but their counts and medians, and no seconds. */
  LoadResult lean() {
    return with(
        latency == null ? null : latency.lean(),
        serviceTime == null ? null : serviceTime.lean(),
        requests,
        reopened,
        firstFailure);
  }

  /** The same without distributions, seconds and requests, for the windows of a record. */
  public LoadResult bare() {
    return with(null, null, null, null, null);
  }

  private LoadResult with(
      @Nullable LatencyHistogram latencies,
      @Nullable LatencyHistogram serviceTimes,
      @Nullable List<RequestLoad> mix,
      @Nullable Long opened,
      @Nullable String failure) {
    return new LoadResult(
        generator,
        generatorVersion,
        requestsPerSecond,
        connections,
        durationSeconds,
        offered,
        completed,
        errors,
        unfinished,
        achievedPerSecond,
        latencies,
        serviceTimes,
        List.of(),
        longestGeneratorStallNanos,
        invalid,
        mix,
        opened,
        failure);
  }

  static boolean discardedByGenerator(List<Invalid> reasons) {
    return reasons.stream().anyMatch(reason -> reason.cause().isOfGenerator())
        && reasons.stream()
            .map(Invalid::cause)
            .allMatch(cause -> cause.isOfGenerator() || cause.mayFollowFromGenerator());
  }

  /**
   * Requests that failed, by kind. Each failed request is counted once.
   *
   * @param connect connections refused or not opened in time
   * @param read connections that broke while a response was due
   * @param status answers other than expected: outside 2xx where nothing else is, or without the
   *     piece of a body that is
   * @param timeout of connections that wrk2 found idle for two seconds; 0 of the embedded
   *     generator, whose unanswered requests are unfinished
   */
  public record LoadErrors(long connect, long read, long write, long status, long timeout) {
    public LoadErrors {
      Require.atLeast("connect", 0, connect);
      Require.atLeast("read", 0, read);
      Require.atLeast("write", 0, write);
      Require.atLeast("status", 0, status);
      Require.atLeast("timeout", 0, timeout);
    }

    public static final LoadErrors NONE = new LoadErrors(0, 0, 0, 0, 0);

    public long total() {
      return connect + read + write + status + timeout;
    }

    public LoadErrors plus(LoadErrors other) {
      return new LoadErrors(
          connect + other.connect,
          read + other.read,
          write + other.write,
          status + other.status,
          timeout + other.timeout);
    }
  }

  /**
   * One second of a load run, or a window that is shorter, by intended start.
   *
   * @param p50Nanos median latency from the intended start; 0 when nothing completed
   * @param maxNanos longest latency from the intended start; 0 when nothing completed
   */
  public record LoadSecond(
      int second, long offered, long completed, long errors, long p50Nanos, long maxNanos) {

    public LoadSecond {
      Require.atLeast("second", 0, second);
      Require.atLeast("offered", 0, offered);
      Require.atLeast("completed", 0, completed);
      Require.atLeast("errors", 0, errors);
      Require.atLeast("p50Nanos", 0, p50Nanos);
      Require.atLeast("maxNanos", 0, maxNanos);
    }
  }

  /**
   * What one of a mix's requests came to.
   *
   * @param request as {@link MixedRequest#shown} has it
   * @param latency from the intended start, of those completed, each down to one of 256 steps
   *     within a doubling (0.4 %), so that a record of many stays small; null when none was
   */
  public record RequestLoad(
      String request, long completed, long errors, @Nullable LatencyHistogram latency) {

    public RequestLoad {
      Require.text("request", request);
      request = Request.withoutValues(request); // as earlier records have it with them
      Require.atLeast("completed", 0, completed);
      Require.atLeast("errors", 0, errors);
    }
  }
}
