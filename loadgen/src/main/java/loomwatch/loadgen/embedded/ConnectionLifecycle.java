package loomwatch.loadgen.embedded;

import io.netty.util.concurrent.Promise;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** From opening a connection to its end: what is under way, and who is told. */
final class ConnectionLifecycle {
  private final Promise<Connection> opened;
  private final String unopened;
  private Connection.Events events;
  private Connection.@Nullable Exchange underWay;
  private String why = "the server closed the connection";

  /**
   * Of a connection that is being opened.
   *
   * @param opened told when requests may be sent, or why none ever can
   * @param unopened what is wrong with a server that ends it before
   */
  ConnectionLifecycle(Promise<Connection> opened, Connection.Events events, String unopened) {
    this.opened = opened;
    this.unopened = unopened;
    this.events = events;
  }

  void tell(Connection.Events next) {
    events = next;
  }

  /** Requests may be sent. */
  void open(Connection connection) {
    opened.trySuccess(connection);
  }

  boolean idle() {
    return underWay == null;
  }

  void sent(Connection.Exchange exchange) {
    underWay = exchange;
  }

  void answered(Connection connection, Response answer, long nowNanos) {
    Connection.Exchange exchange = underWay;
    if (exchange == null) {
      throw new ResponseParser.MalformedResponse("a response nobody asked for");
    }
    underWay = null;
    events.answered(connection, exchange, answer, nowNanos);
  }

  /** It is going to be closed for that reason; the first counts. */
  void broken(Throwable cause) {
    broken(reason(cause));
  }

  void broken(String cause) {
    why = cause;
    opened.tryFailure(new IOException(unopened));
  }

  /** It is closed. Whoever never heard of its opening does not hear of its end either. */
  void closed(Connection connection) {
    if (opened.tryFailure(new IOException(unopened)) || !opened.isSuccess()) {
      return;
    }
    Connection.Exchange unanswered = underWay;
    underWay = null;
    events.closed(connection, unanswered, why);
  }

  /** In words, for a message. */
  static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "cancelled";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
