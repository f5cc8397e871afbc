package loomwatch.loadgen;

import java.net.URI;
import java.time.Duration;
import loomwatch.results.Request;

/**
 * What the load generator is to do.
 *
 * @param target the URL of every request
 * @param request what is sent there
 * @param requestsPerSecond the fixed rate; above 0
 * @param connections keep-alive connections; at least 1
 * @param duration how long requests are due; at most an hour
 * @param overload whether a rate not reached is a fault or what the plan is about
 */
public record LoadPlan(
    URI target,
    Request request,
    double requestsPerSecond,
    int connections,
    Duration duration,
    Overload overload) {

  /** Of plain GETs. */
  public LoadPlan(
      URI target, double requestsPerSecond, int connections, Duration duration, Overload overload) {
    this(target, Request.GET, requestsPerSecond, connections, duration, overload);
  }

  /** What a rate not reached means. */
  public enum Overload {
    /** The measurement is invalid. */
    FAULT,
    /** The server is meant to be overloaded: its backlog is the finding. */
    EXPECTED
  }

  /** Requests due in all: rate × duration. */
  public long offered() {
    return Math.round(requestsPerSecond * duration.toNanos() / 1e9);
  }
}
