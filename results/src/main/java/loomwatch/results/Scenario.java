package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * A request with a load plan, or a mix of several.
 *
 * @param path the request's path and query; null for a mix
 * @param request what is sent to the path; null for a plain GET
 * @param mix sent instead of a single request; null for none
 * @param protocol null for HTTP/1.1
 * @param connections keep-alive connections; at least 1
 * @param maxThreads the connector's pool size in platform mode; null for the server's default
 * @param waits whether most of a response's time is spent waiting; then a single connection sends
 *     too few requests to warm a server
 * @param saturated modes that this load is meant to overload: there a rate that is not reached is a
 *     result, not a fault of the measurement
 * @param objective for its requests; null for none
 * @param digest of what is sent and how, which identifies the load; null for a complete scenario,
 *     present in {@linkplain #redacted redacted} ones
 */
// Earlier records have this field; it named what the server does.
@JsonIgnoreProperties("workload")
public record Scenario(
    String name,
    @Nullable String path,
    @Nullable Request request,
    @Nullable Mix mix,
    @Nullable Protocol protocol,
    double requestsPerSecond,
    int connections,
    @Nullable Integer maxThreads,
    @Nullable Boolean waits,
    Set<Mode> saturated,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Objective objective,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String digest) {
  private static final int DIGEST_DIGITS = 12;

  public Scenario {
    Require.text("name", name);
    Require.check(
        mix == null ? path != null : path == null && request == null,
        "scenario",
        "of a path or a mix",
        path == null && request == null ? "of neither" : "of both");
    if (path != null) {
      Require.check(path.startsWith("/"), "path", "one that starts with /", Require.quoted(path));
    }
    Require.positive("requestsPerSecond", requestsPerSecond);
    Require.atLeast("connections", 1, connections);
    if (maxThreads != null) {
      Require.atLeast("maxThreads", 1, maxThreads);
    }
    if (digest != null) {
      Require.matches("digest", "[0-9a-f]{12}", "12 hexadecimal digits", digest);
    }
    waits = waits != null && waits;
    // The order of Set.copyOf differs between JVMs, and would so in the JSON.
    saturated = Collections.unmodifiableSet(new TreeSet<>(saturated));
  }

  public Scenario(
      String name,
      String path,
      double requestsPerSecond,
      int connections,
      @Nullable Integer maxThreads,
      boolean waits,
      Set<Mode> saturated) {
    this(
        name,
        path,
        null,
        null,
        null,
        requestsPerSecond,
        connections,
        maxThreads,
        waits,
        saturated,
        null,
        null);
  }

  public Mix sent() {
    return mix != null ? mix : Mix.of(Objects.requireNonNull(path), request);
  }

  @Override
  public Boolean waits() {
    return waits != null && waits;
  }

  public Scenario at(double rate) {
    return with(path, request, mix, rate, digest);
  }

  private Scenario with(
      @Nullable String onePath,
      @Nullable Request oneRequest,
      @Nullable Mix several,
      double rate,
      @Nullable String known) {
    return new Scenario(
        name,
        onePath,
        oneRequest,
        several,
        protocol,
        rate,
        connections,
        maxThreads,
        waits,
        saturated,
        objective,
        known);
  }

  /** Returns this without values of headers, queries and bodies, which may be secret. */
  public Scenario redacted() {
    Mix shown = sent().redacted();
    if (digest != null || shown.equals(sent())) {
      return this;
    }
    if (mix != null) {
      return with(null, null, shown, requestsPerSecond, load());
    }
    MixedRequest only = shown.requests().getFirst();
    return with(only.path(), only.request(), null, requestsPerSecond, load());
  }

  public static List<Scenario> redacted(List<Scenario> scenarios) {
    return scenarios.stream().map(Scenario::redacted).toList();
  }

  /** Returns 12 hexadecimal digits of the load: requests, rate, connections, objective. */
  public String load() {
    if (digest != null) {
      return digest;
    }
    Scenario bare =
        new Scenario(
            "load",
            null,
            null,
            sent(),
            protocol,
            requestsPerSecond,
            connections,
            maxThreads,
            null,
            Set.of(),
            objective,
            null);
    return Sha256.hex(StrictJson.WITHOUT_NULLS.valueToTree(bare).toString())
        .substring(0, DIGEST_DIGITS);
  }

  public enum Protocol {
    HTTP,
    HTTPS,
    /** HTTP/2 with prior knowledge, so nothing is negotiated (RFC 9113, 3.3). */
    H2C,
    H2;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public boolean secure() {
      return this == HTTPS || this == H2;
    }

    public boolean second() {
      return this == H2C || this == H2;
    }

    public String scheme() {
      return secure() ? "https" : "http";
    }
  }

  /**
   * An objective for requests: {@code 99.9 % within 20 ms}.
   *
   * @param percent of requests, from 50 to below 100
   * @param withinSeconds since each was due; above 0
   */
  public record Objective(double percent, double withinSeconds) {
    /** A lower share would be weaker than the median. */
    public static final double LEAST_PERCENT = 50;

    public Objective {
      Require.positive("withinSeconds", withinSeconds);
      Require.check(
          percent >= LEAST_PERCENT && percent < 100, "percent", "from 50 to below 100", percent);
    }

    public double lateShare() {
      return 1 - percent / 100;
    }

    public long withinNanos() {
      return Math.round(withinSeconds * 1e9);
    }
  }
}
