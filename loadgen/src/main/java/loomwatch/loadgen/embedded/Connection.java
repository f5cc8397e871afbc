package loomwatch.loadgen.embedded;

import org.jspecify.annotations.Nullable;

/** A keep-alive connection with at most one request under way. Lives on the event loop. */
interface Connection {

  /** What happens on a connection. */
  interface Events {
    /** A response was read to its end; the answer is the next one's when this returns. */
    void answered(Connection connection, Exchange exchange, Response answer, long nowNanos);

    /**
     * It is closed.
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

  /** From now on these are told what happens on it. */
  void tell(Events next);

  /** Whether a request may be sent: it is open and the server means to keep it so. */
  boolean usable();

  /**
   * Sends a request.
   *
   * @param row of the values in it
   */
  void send(Exchange exchange, Message message, int row);

  void close();
}
