package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class Http1Connection extends ChannelInboundHandlerAdapter implements Connection {
  private final Lifecycle lifecycle;
  private final Response response = new Response();
  private final ResponseParser parser = new ResponseParser(response);
  private @Nullable Channel channel;
  private @Nullable ByteBuf unread;

  Http1Connection(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  @Override
  public void listen(Events next) {
    lifecycle.listen(next);
  }

  @Override
  public User user() {
    return lifecycle.user();
  }

  @Override
  public void use(User next) {
    lifecycle.use(next);
  }

  @Override
  public void send(Exchange exchange, Message message, int row) {
    Channel open = Objects.requireNonNull(channel, "sending before the connection is open");
    lifecycle.sent(exchange);
    response.expect(message.expected());
    open.writeAndFlush(message.bytes(row, user().session(), open.alloc()), open.voidPromise());
  }

  @Override
  public void close() {
    if (channel != null) {
      channel.close();
    }
  }

  /** Sets the channel here, because Netty notifies connect listeners before channelActive. */
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
        lifecycle.answered(this, response, now);
        if (parser.closing()) {
          context.close();
        }
      }
      unread = in.isReadable() ? in.retain() : null;
    } finally {
      ReferenceCountUtil.release(in);
    }
  }

  @Override
  public boolean usable() {
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
    lifecycle.closed(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // After a reset or malformed response, closing the connection fails the outstanding request.
    lifecycle.broken(Lifecycle.reason(cause));
    context.close();
  }
}
