package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A keep-alive connection with at most one request under way. Lives on the event loop. */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  /** What happens on a connection. */
  interface Events {
    /** A response was read to its end; the answer is the next one's when this returns. */
    void answered(HttpConnection connection, Exchange exchange, Answer answer, long nowNanos);

    /**
     * It is closed.
     *
     * @param underWay the request that never got its response, if any
     * @param why what is known of the reason
     */
    void closed(HttpConnection connection, @Nullable Exchange underWay, String why);
  }

  /**
   * A request on the wire.
   *
   * @param index in the schedule
   * @param request in the mix
   * @param sentNanos when it was handed to the socket
   */
  record Exchange(long index, int request, long sentNanos) {}

  private Events events;
  private final Answer answer = new Answer();
  private final ResponseParser parser = new ResponseParser(answer);
  private @Nullable Channel channel;
  private @Nullable ByteBuf unread;
  private @Nullable Exchange underWay;
  private String why = "the server closed it";

  HttpConnection(Events events) {
    this.events = events;
  }

  /** From now on these are told what happens on it. */
  void tell(Events next) {
    events = next;
  }

  /**
   * Sends a request.
   *
   * @param row of the values in it
   */
  void send(Exchange exchange, Message message, int row) {
    Channel open = Objects.requireNonNull(channel, "sending before the connection is open");
    underWay = exchange;
    answer.expect(message.wanted());
    open.writeAndFlush(message.bytes(row, open.alloc()), open.voidPromise());
  }

  void close() {
    if (channel != null) {
      channel.close();
    }
  }

  /** Not when it becomes active: Netty tells who asked for it first that it is open. */
  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    long now = System.nanoTime();
    ByteBuf in = joined(context, (ByteBuf) message);
    try {
      while (parser.advance(in)) {
        Exchange exchange = underWay;
        if (exchange == null) {
          throw new ResponseParser.MalformedResponse("a response nobody asked for");
        }
        underWay = null;
        events.answered(this, exchange, answer, now);
        if (parser.closing()) {
          context.close();
        }
      }
      unread = in.isReadable() ? in.retain() : null;
    } finally {
      ReferenceCountUtil.release(in);
    }
  }

  /** Whether a request may be sent: it is open and the server means to keep it so. */
  boolean usable() {
    return channel != null && channel.isActive() && !parser.closing();
  }

  private ByteBuf joined(ChannelHandlerContext context, ByteBuf more) {
    ByteBuf before = unread;
    if (before == null) {
      return more;
    }
    unread = null;
    return context.alloc().compositeBuffer().addComponent(true, before).addComponent(true, more);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (unread != null) {
      unread.release();
      unread = null;
    }
    Exchange unanswered = underWay;
    underWay = null;
    events.closed(this, unanswered, why);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A reset, or a response that cannot be read: what was under way is told as lost when it
    // closes.
    why = String.valueOf(cause.getMessage());
    context.close();
  }
}
