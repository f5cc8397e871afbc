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
 * Idle connections between runs of one generator. The load alternates between servers in windows;
 * accepting new connections for each would cost the server CPU time. Confined to the event loop.
 */
final class ConnectionPool implements Connection.Events {
  private final Map<Server, Set<Connection>> idle = new HashMap<>();

  private record Server(String authority, Protocol protocol) {
    static Server of(LoadPlan plan) {
      return new Server(plan.target().getRawAuthority(), plan.connectionSpec().protocol());
    }
  }

  void keep(LoadPlan plan, Collection<Connection> connections) {
    connections.forEach(connection -> connection.listen(this));
    idle.computeIfAbsent(Server.of(plan), any -> new LinkedHashSet<>()).addAll(connections);
  }

  /** Returns usable connections to the plan's server, at most as many as the plan needs. */
  List<Connection> take(LoadPlan plan, Connection.Events events) {
    Set<Connection> kept = idle.remove(Server.of(plan));
    List<Connection> taken = new ArrayList<>();
    for (Connection connection : kept == null ? Set.<Connection>of() : kept) {
      if (taken.size() < plan.connections() && connection.usable()) {
        connection.listen(events);
        taken.add(connection);
      } else {
        connection.close();
      }
    }
    return taken;
  }

  void hangUp() {
    List<Connection> all = idle.values().stream().flatMap(Set::stream).toList();
    idle.clear();
    all.forEach(Connection::close);
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
    idle.values().removeIf(kept -> kept.remove(connection) && kept.isEmpty());
  }
}
