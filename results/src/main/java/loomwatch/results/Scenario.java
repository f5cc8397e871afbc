package loomwatch.results;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A workload with a load plan.
 *
 * @param name as in thresholds and reports
 * @param workload what the endpoint does
 * @param path the request's path and query
 * @param requestsPerSecond the fixed rate; above 0
 * @param connections keep-alive connections; at least 1
 * @param maxThreads the connector's pool size in platform mode
 * @param saturated the modes this load is meant to be too much for: there a rate not reached is the
 *     finding, not a fault of the measurement
 */
public record Scenario(
    String name,
    String workload,
    String path,
    double requestsPerSecond,
    int connections,
    int maxThreads,
    Set<Mode> saturated) {

  public Scenario {
    Require.text("name", name);
    Require.text("workload", workload);
    Require.check(path.startsWith("/"), "path", "one that starts with /", Require.quoted(path));
    Require.positive("requestsPerSecond", requestsPerSecond);
    Require.atLeast("connections", 1, connections);
    Require.atLeast("maxThreads", 1, maxThreads);
    // Set.copyOf would do but for its order, which differs from JVM to JVM and so in the JSON.
    saturated = Collections.unmodifiableSet(new TreeSet<>(saturated));
  }
}
