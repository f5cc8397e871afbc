package loomwatch.loadgen.embedded;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Request;
import org.jspecify.annotations.Nullable;

/**
 * Connections between the runs of one generator. The load alternates between servers in slices, and
 * a server that accepts all its connections anew for each would be charged for that. Lives on the
 * event loop.
 */
final class KeptConnections implements HttpConnection.Events {
  private final Map<Use, Set<HttpConnection>> idle = new HashMap<>();

  /**
   * What a connection is for: it knows its request's bytes.
   *
   * @param target the URL
   * @param request what is sent there
   */
  record Use(URI target, Request request) {
    static Use of(LoadPlan plan) {
      return new Use(plan.target(), plan.request());
    }
  }

  /** Keeps connections that have nothing under way. */
  void keep(Use use, Collection<HttpConnection> connections) {
    connections.forEach(connection -> connection.tell(this));
    idle.computeIfAbsent(use, any -> new LinkedHashSet<>()).addAll(connections);
  }

  /** Hands out what is kept for a use and still usable, so many at most. */
  List<HttpConnection> take(Use use, int most, HttpConnection.Events events) {
    Set<HttpConnection> kept = idle.remove(use);
    List<HttpConnection> taken = new ArrayList<>();
    for (HttpConnection connection : kept == null ? Set.<HttpConnection>of() : kept) {
      if (taken.size() < most && connection.usable()) {
        connection.tell(events);
        taken.add(connection);
      } else {
        connection.close();
      }
    }
    return taken;
  }

  @Override
  public void answered(
      HttpConnection connection, HttpConnection.Exchange exchange, int status, long nowNanos) {
    throw new IllegalStateException("an answer on a connection with nothing under way");
  }

  @Override
  public void closed(HttpConnection connection, HttpConnection.@Nullable Exchange underWay) {
    idle.values().removeIf(kept -> kept.remove(connection) && kept.isEmpty());
  }
}
