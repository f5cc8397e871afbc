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
  private static final long NONE = -1;

  /** What happens on a connection. */
  interface Events {
    /** A response was read to its end. */
    void answered(HttpConnection connection, Exchange exchange, int status, long nowNanos);

    /** It is closed; {@code underWay} is the request that never got its response, if any. */
    void closed(HttpConnection connection, @Nullable Exchange underWay);
  }

  /**
   * A request on the wire.
   *
   * @param index in the schedule
   * @param sentNanos when it was handed to the socket
   */
  record Exchange(long index, long sentNanos) {}

  private Events events;
  private final ByteBuf request;
  private final ResponseParser parser = new ResponseParser();
  private @Nullable Channel channel;
  private @Nullable ByteBuf unread;
  private long index = NONE;
  private long sentNanos;

  HttpConnection(Events events, ByteBuf request) {
    this.events = events;
    this.request = request;
  }

  /** From now on these are told what happens on it. */
  void tell(Events next) {
    events = next;
  }

  void send(long nextIndex, long nowNanos) {
    index = nextIndex;
    sentNanos = nowNanos;
    Channel open = Objects.requireNonNull(channel, "sending before the connection is open");
    open.writeAndFlush(request.retainedDuplicate(), open.voidPromise());
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
        if (index == NONE) {
          throw new ResponseParser.MalformedResponse("a response nobody asked for");
        }
        Exchange exchange = new Exchange(index, sentNanos);
        index = NONE;
        events.answered(this, exchange, parser.status(), now);
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
    Exchange underWay = index == NONE ? null : new Exchange(index, sentNanos);
    index = NONE;
    events.closed(this, underWay);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A reset, or a response that cannot be read: what was under way is told as lost when it
    // closes.
    context.close();
  }
}
