package loomwatch.loadgen.embedded;

import io.netty.util.concurrent.Promise;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A keep-alive connection with at most one request under way. Lives on the event loop. */
interface Connection {

  interface Events {
    /** A response was read to its end; the object is the next one's when this returns. */
    default void answered(
        Connection connection, Exchange exchange, Response response, long nowNanos) {
      throw new IllegalStateException("an answer on a connection with nothing under way");
    }

    /**
     * The connection is closed.
     *
     * @param underWay the request that never got its response, if any
     * @param why what is known of the reason
     */
    void closed(Connection connection, @Nullable Exchange underWay, String why);
  }

  /**
   * A request on the wire.
   *
   * @param index in the schedule
   * @param request in the mix
   * @param sentNanos when it was handed to the socket
   */
  record Exchange(long index, int request, long sentNanos) {}

  /** Reports what happens on it to these from now on. */
  void listen(Events next);

  /** Whether a request may be sent: it is open and the server means to keep it so. */
  boolean usable();

  void send(Exchange exchange, Message message, int row);

  void close();

  /** A connection's state from its opening to its end, in whichever protocol. */
  final class Lifecycle {
    private final Promise<Connection> opened;
    private final String unopened;
    private Events events;
    private @Nullable Exchange underWay;
    private String why = "the server closed the connection";

    /**
     * Of a connection that is being opened.
     *
     * @param opened completed when requests may be sent, or with why none ever can
     * @param unopened what is wrong with a server that ends it before
     */
    Lifecycle(Promise<Connection> opened, Events events, String unopened) {
      this.opened = opened;
      this.unopened = unopened;
      this.events = events;
    }

    void listen(Events next) {
      events = next;
    }

    void open(Connection connection) {
      opened.trySuccess(connection);
    }

    boolean idle() {
      return underWay == null;
    }

    void sent(Exchange exchange) {
      underWay = exchange;
    }

    void answered(Connection connection, Response response, long nowNanos) {
      Exchange exchange = underWay;
      if (exchange == null) {
        throw new ResponseParser.MalformedResponse("a response nobody asked for");
      }
      underWay = null;
      events.answered(connection, exchange, response, nowNanos);
    }

    /** The connection is going to be closed for that reason. */
    void broken(String cause) {
      why = cause;
      opened.tryFailure(new IOException(unopened));
    }

    /**
     * The connection is closed. Whoever never heard of its opening does not hear of its end either.
     */
    void closed(Connection connection) {
      if (opened.tryFailure(new IOException(unopened)) || !opened.isSuccess()) {
        return;
      }
      Exchange unanswered = underWay;
      underWay = null;
      events.closed(connection, unanswered, why);
    }

    static String reason(@Nullable Throwable cause) {
      if (cause == null) {
        return "cancelled";
      }
      String message = cause.getMessage();
      return message == null ? cause.getClass().getSimpleName() : message;
    }
  }
}
