package loomwatch.loadgen.embedded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Connections between the runs of one generator. The load alternates between servers in slices, and
 * a server that accepts all its connections anew for each would be charged for that. Lives on the
 * event loop.
 */
final class KeptConnections implements Connection.Events {
  private final Map<Server, Set<Connection>> idle = new HashMap<>();

  /** Keeps connections that have nothing under way. */
  void keep(LoadPlan plan, Collection<Connection> connections) {
    connections.forEach(connection -> connection.tell(this));
    idle.computeIfAbsent(server(plan), any -> new LinkedHashSet<>()).addAll(connections);
  }

  /** Hands out those to a plan's server that are still usable, as many as it wants at most. */
  List<Connection> take(LoadPlan plan, Connection.Events events) {
    Set<Connection> kept = idle.remove(server(plan));
    List<Connection> taken = new ArrayList<>();
    for (Connection connection : kept == null ? Set.<Connection>of() : kept) {
      if (taken.size() < plan.connections() && connection.usable()) {
        connection.tell(events);
        taken.add(connection);
      } else {
        connection.close();
      }
    }
    return taken;
  }

  /** Ends all of them. */
  void hangUp() {
    List<Connection> all = idle.values().stream().flatMap(Set::stream).toList();
    idle.clear();
    all.forEach(Connection::close);
  }

  @Override
  public void answered(
      Connection connection, Connection.Exchange exchange, Answer answer, long nowNanos) {
    throw new IllegalStateException("an answer on a connection with nothing under way");
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
    idle.values().removeIf(kept -> kept.remove(connection) && kept.isEmpty());
  }

  private static Server server(LoadPlan plan) {
    return new Server(plan.target().getRawAuthority(), plan.spoken().protocol());
  }

  private record Server(String authority, Protocol protocol) {}
}
