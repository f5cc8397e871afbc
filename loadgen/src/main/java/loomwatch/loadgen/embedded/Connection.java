package loomwatch.loadgen.embedded;

import io.netty.util.concurrent.Promise;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A keep-alive connection with at most one outstanding request. Confined to the event loop. */
interface Connection {

  interface Events {
    /** A response was read completely; the response object is reused after this returns. */
    default void answered(
        Connection connection, Exchange exchange, Response response, long nowNanos) {
      throw new IllegalStateException("an answer on a connection with nothing under way");
    }

    /**
     * The connection was closed.
     *
     * @param underWay outstanding request, if any
     */
    void closed(Connection connection, @Nullable Exchange underWay, String why);
  }

  /** An outstanding request, by its indices in schedule and mix, and the time of its write. */
  record Exchange(long index, int request, long sentNanos) {}

  /** Replaces the listener. */
  void listen(Events next);

  /** Returns whether the connection is open and the server intends to keep it open. */
  boolean usable();

  /** Returns the user whose requests it sends. */
  User user();

  /** Replaces the user. */
  void use(User next);

  void send(Exchange exchange, Message message, int row);

  void close();

  /** The state of a connection in any protocol, from opening to end. */
  final class Lifecycle {
    private final Promise<Connection> opened;
    private final String unopened;
    private Events events;
    private @Nullable Exchange underWay;
    private User user = User.NOBODY;
    private String why = "the server closed the connection";

    /**
     * Creates the state of a connection being opened.
     *
     * @param unopened message if the server closes it before requests can be sent
     */
    Lifecycle(Promise<Connection> opened, Events events, String unopened) {
      this.opened = opened;
      this.unopened = unopened;
      this.events = events;
    }

    void listen(Events next) {
      events = next;
    }

    User user() {
      return user;
    }

    void use(User next) {
      user = next;
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

    /** Records why the connection is about to be closed. */
    void broken(String cause) {
      why = cause;
      opened.tryFailure(new IOException(unopened));
    }

    /** Reports the end of the connection, unless its opening was never reported. */
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
