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
 * The load to generate.
 *
 * @param target host and port of the server
 * @param seed seed of the order of a mix; equal seeds make equal orders
 * @param requestsPerSecond fixed rate; above 0
 * @param connections number of keep-alive connections; at least 1
 * @param duration period in which requests are due; at most an hour
 * @param think pause before a user's next request in a closed loop; null for an open loop
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

  /** Creates an open loop of plain GET requests of one URL over HTTP/1.1. */
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
        overload,
        null);
  }

  private static String path(URI url) {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /** The meaning of a rate that is not reached. */
  public enum Overload {
    FAULT,
    /** The server is meant to be overloaded; its backlog is the result. */
    EXPECTED,
    /** The rate is of no interest; every answer is waited for, up to half a minute. */
    AWAITED
  }

  public record ConnectionSpec(Protocol protocol, Certificates certificates) {
    /** Plain HTTP/1.1. */
    public static final ConnectionSpec PLAIN =
        new ConnectionSpec(Protocol.HTTP, Certificates.TRUSTED);

    /** The server certificates that are accepted. */
    public enum Certificates {
      /** Certificates that the JDK trusts, for the server's address. */
      TRUSTED,
      /** Any certificate: a local service uses a self-signed one. */
      ANY
    }
  }

  /** Returns this plan as a closed loop: each connection is a user, and nothing is due. */
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

  /** Returns the number of requests due: rate × duration. */
  public long offered() {
    return Math.round(requestsPerSecond * duration.toNanos() / 1e9);
  }

  /** Returns the URL of a request, with placeholders for values. */
  public URI url(MixedRequest request) {
    return target.resolve(request.path());
  }

  /** Returns the result of a run that measured nothing: all requests offered, none sent. */
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
        null,
        null);
  }
}
