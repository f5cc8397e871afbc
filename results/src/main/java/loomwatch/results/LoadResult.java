package loomwatch.results;

import java.util.List;
import loomwatch.results.Metric.MetricGroup;
import loomwatch.results.Mix.MixedRequest;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run of the load generator, with the rate, connections and duration of its plan.
 *
 * @param offered requests due: rate × duration
 * @param completed requests answered as expected, including the drain
 * @param unfinished requests neither answered nor failed at the end of the drain time
 * @param achievedPerSecond completed requests over the time from the first intended start to the
 *     last completion or the planned end, whichever is later
 * @param latency of completed requests, from the intended start (corrected for coordinated
 *     omission)
 * @param serviceTime from the actual send, or null if unknown
 * @param seconds results by second, or empty if unknown
 * @param longestGeneratorStallNanos longest stall of the generator's loop, or 0 if unknown
 * @param invalid the rules this run broke; if not empty, none of its numbers may be used
 * @param requests results by request of a mix, in its order; null if all are alike
 * @param reopened connections that the server closed between requests and that were opened again;
 *     null if unknown
 * @param bytes of completed requests' responses, with headers as sent, or as decoded for HTTP/2;
 *     null if unknown
 * @param firstFailure what happened to the first failed request, and what to do; null if none
 *     failed or it is unknown
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
    @Nullable Long bytes,
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
    if (bytes != null) {
      Require.atLeast("bytes", 0, bytes);
    }
    firstFailure = firstFailure == null ? null : Request.withoutValues(firstFailure);
  }

  public long ended() {
    return completed + errors.total();
  }

  /** Reports whether only the generator broke a rule, so that the result does not count. */
  public boolean discardedByGenerator() {
    return discardedByGenerator(invalid);
  }

  /**
   * Reports whether a window of this load counts for a metric. A late generator spoils latencies
   * alone: the work for a request is the same whenever it was sent.
   */
  public boolean countsFor(Metric metric) {
    boolean late =
        invalid.stream().allMatch(reason -> reason.cause() == Invalid.Reason.GENERATOR_STALLED);
    return !discardedByGenerator() || late && metric.group() != MetricGroup.LATENCY;
  }

  /** Returns this with counts and medians in place of distributions, and without seconds. */
  LoadResult lean() {
    return with(
        latency == null ? null : latency.lean(),
        serviceTime == null ? null : serviceTime.lean(),
        requests,
        reopened,
        bytes,
        firstFailure);
  }

  /** Returns this without distributions, seconds and requests, for the windows of a record. */
  public LoadResult bare() {
    return with(null, null, null, null, null, null);
  }

  private LoadResult with(
      @Nullable LatencyHistogram latencies,
      @Nullable LatencyHistogram serviceTimes,
      @Nullable List<RequestLoad> mix,
      @Nullable Long opened,
      @Nullable Long received,
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
        received,
        failure);
  }

  static boolean discardedByGenerator(List<Invalid> reasons) {
    return reasons.stream().anyMatch(reason -> reason.cause().isOfGenerator())
        && reasons.stream()
            .map(Invalid::cause)
            .allMatch(cause -> cause.isOfGenerator() || cause.mayFollowFromGenerator());
  }

  /**
   * Failed requests by kind. Each is counted once.
   *
   * @param connect connections refused or not opened in time
   * @param read connections that broke while a response was due
   * @param status unexpected answers: by default outside 2xx, or without the expected text
   * @param timeout connections that wrk2 found idle for two seconds; 0 for the embedded generator,
   *     whose unanswered requests are unfinished
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
   * One second of a load run, or a shorter window, by intended start.
   *
   * @param p50Nanos median latency from the intended start; 0 if nothing completed
   * @param maxNanos longest latency from the intended start; 0 if nothing completed
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
   * The result of one request of a mix.
   *
   * @param request as in {@link MixedRequest#shown}
   * @param latency of completed requests, from the intended start, rounded down to one of 256 steps
   *     per doubling (0.4 %) to keep records small; null if none completed
   */
  public record RequestLoad(
      String request, long completed, long errors, @Nullable LatencyHistogram latency) {

    public RequestLoad {
      Require.text("request", request);
      request = Request.withoutValues(request); // earlier records contain the values
      Require.atLeast("completed", 0, completed);
      Require.atLeast("errors", 0, errors);
    }
  }
}
