package loomwatch.loadgen;

import java.net.URI;
import java.time.Duration;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the load generator is to do.
 *
 * @param target the server: of this URL its host and port
 * @param spoken what is spoken with it
 * @param mix what is sent there
 * @param seed of the order in which a mix is sent; equal ones make equal orders
 * @param requestsPerSecond the fixed rate; above 0
 * @param connections keep-alive connections; at least 1
 * @param duration how long requests are due; at most an hour
 * @param overload whether a rate not reached is a fault or what the plan is about
 * @param think in a closed loop, how long whoever was answered waits before asking again; null for
 *     an open one, in which the rate alone decides
 */
public record LoadPlan(
    URI target,
    Spoken spoken,
    Mix mix,
    long seed,
    double requestsPerSecond,
    int connections,
    Duration duration,
    Overload overload,
    @Nullable Duration think) {

  /** In an open loop. */
  public LoadPlan(
      URI target,
      Spoken spoken,
      Mix mix,
      long seed,
      double requestsPerSecond,
      int connections,
      Duration duration,
      Overload overload) {
    this(target, spoken, mix, seed, requestsPerSecond, connections, duration, overload, null);
  }

  /** Of plain GETs of one URL over HTTP/1.1. */
  public LoadPlan(
      URI url, double requestsPerSecond, int connections, Duration duration, Overload overload) {
    this(
        url,
        Spoken.PLAIN,
        Mix.of(path(url), null),
        0,
        requestsPerSecond,
        connections,
        duration,
        overload);
  }

  private static String path(URI url) {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /** What a rate not reached means. */
  public enum Overload {
    /** The measurement is invalid. */
    FAULT,
    /** The server is meant to be overloaded: its backlog is the finding. */
    EXPECTED
  }

  /** The same in a closed loop: each connection is a user, and nothing is due. */
  public LoadPlan closed(Duration thinking) {
    return new LoadPlan(
        target, spoken, mix, seed, requestsPerSecond, connections, duration, overload, thinking);
  }

  /** Requests due in all: rate × duration. */
  public long offered() {
    return Math.round(requestsPerSecond * duration.toNanos() / 1e9);
  }

  /** The whole URL of one of its requests, without values in it. */
  public URI url(MixedRequest request) {
    return target.resolve(request.path());
  }
}
