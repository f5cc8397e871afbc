package loomwatch.loadgen;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * What the load generator is to do.
 *
 * @param target the server: of this URL its host and port
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
    ConnectionSpec connectionSpec,
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
      ConnectionSpec connectionSpec,
      Mix mix,
      long seed,
      double requestsPerSecond,
      int connections,
      Duration duration,
      Overload overload) {
    this(
        target,
        connectionSpec,
        mix,
        seed,
        requestsPerSecond,
        connections,
        duration,
        overload,
        null);
  }

  /** Of plain GETs of one URL over HTTP/1.1. */
  public LoadPlan(
      URI url, double requestsPerSecond, int connections, Duration duration, Overload overload) {
    this(
        url,
        ConnectionSpec.PLAIN,
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

  /**
   * How a server is connected to.
   *
   * @param certificates which of them it may show, where it shows one
   */
  public record ConnectionSpec(Protocol protocol, Certificates certificates) {
    /** HTTP/1.1. */
    public static final ConnectionSpec PLAIN =
        new ConnectionSpec(Protocol.HTTP, Certificates.TRUSTED);

    /** Which certificates of a server are accepted. */
    public enum Certificates {
      /** Those that the JDK trusts, for the server's address. */
      TRUSTED,
      /** Whatever it is: a service on one's own machine signs for itself. */
      ANY
    }
  }

  /** The same in a closed loop: each connection is a user, and nothing is due. */
  public LoadPlan closed(Duration thinking) {
    return new LoadPlan(
        target,
        connectionSpec,
        mix,
        seed,
        requestsPerSecond,
        connections,
        duration,
        overload,
        thinking);
  }

  /** Requests due in all: rate × duration. */
  public long offered() {
    return Math.round(requestsPerSecond * duration.toNanos() / 1e9);
  }

  /** The whole URL of one of its requests, without values in it. */
  public URI url(MixedRequest request) {
    return target.resolve(request.path());
  }

  /** The result of a run that measured nothing for that reason: all requests offered, none sent. */
  public LoadResult nothingMeasured(String generator, String version, Invalid reason) {
    return new LoadResult(
        generator,
        version,
        requestsPerSecond,
        connections,
        duration.toNanos() / 1e9,
        offered(),
        0,
        LoadErrors.NONE,
        offered(),
        0,
        null,
        null,
        List.of(),
        0,
        List.of(reason),
        null,
        null,
        null);
  }
}
