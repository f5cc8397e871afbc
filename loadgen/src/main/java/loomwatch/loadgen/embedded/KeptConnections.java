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
import org.jspecify.annotations.Nullable;

/**
 * Connections between the runs of one generator. The load alternates between servers in slices, and
 * a server that accepts all its connections anew for each would be charged for that. Lives on the
 * event loop.
 */
final class KeptConnections implements HttpConnection.Events {
  private final Map<URI, Set<HttpConnection>> idle = new HashMap<>();

  /** Keeps connections that have nothing under way. */
  void keep(LoadPlan plan, Collection<HttpConnection> connections) {
    connections.forEach(connection -> connection.tell(this));
    idle.computeIfAbsent(server(plan), any -> new LinkedHashSet<>()).addAll(connections);
  }

  /** Hands out those to a plan's server that are still usable, as many as it wants at most. */
  List<HttpConnection> take(LoadPlan plan, HttpConnection.Events events) {
    Set<HttpConnection> kept = idle.remove(server(plan));
    List<HttpConnection> taken = new ArrayList<>();
    for (HttpConnection connection : kept == null ? Set.<HttpConnection>of() : kept) {
      if (taken.size() < plan.connections() && connection.usable()) {
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
      HttpConnection connection, HttpConnection.Exchange exchange, Answer answer, long nowNanos) {
    throw new IllegalStateException("an answer on a connection with nothing under way");
  }

  @Override
  public void closed(
      HttpConnection connection, HttpConnection.@Nullable Exchange underWay, String why) {
    idle.values().removeIf(kept -> kept.remove(connection) && kept.isEmpty());
  }

  private static URI server(LoadPlan plan) {
    return plan.target().resolve("/");
  }
}
