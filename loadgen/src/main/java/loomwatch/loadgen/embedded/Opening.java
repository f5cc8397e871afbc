package loomwatch.loadgen.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens all connections of a run before its clock starts, a few at a time: more at once would
 * overflow the server's accept queue, and a dropped SYN costs a second. Lives on the event loop.
 */
final class Opening {
  private static final int AT_ONCE = 32;

  private final int wanted;
  private final Connector pool;
  private final Connection.Events events;
  private final List<Connection> opened = new ArrayList<>();
  private int asked;
  private boolean failed;

  Opening(int wanted, Connector pool, Connection.Events events) {
    this.wanted = wanted;
    this.pool = pool;
    this.events = events;
  }

  /** Opens them; exactly one of the two is told, once. */
  void open(Consumer<List<Connection>> all, Connector.Failed notAll) {
    for (int i = 0; i < Math.min(AT_ONCE, wanted); i++) {
      openNext(all, notAll);
    }
  }

  private void openNext(Consumer<List<Connection>> all, Connector.Failed notAll) {
    if (asked == wanted || failed) {
      return;
    }
    asked++;
    pool.open(
        events,
        connection -> {
          opened.add(connection);
          if (failed) {
            connection.close();
          } else if (opened.size() == wanted) {
            all.accept(opened);
          } else {
            openNext(all, notAll);
          }
        },
        reason -> {
          if (!failed) {
            failed = true;
            opened.forEach(Connection::close);
            notAll.because(
                "%d of %d connections opened, then: %s".formatted(opened.size(), wanted, reason));
          }
        });
  }
}
