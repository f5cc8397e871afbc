package loomwatch.loadgen.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection with one outstanding request, so that the number of connections has the same
 * meaning as in HTTP/1.1. It is open once the server has sent its settings.
 */
final class Http2Connection extends Http2ChannelDuplexHandler implements Connection {
  /** Window larger than any response measured, so that servers never wait for flow control. */
  private static final int WINDOW_BYTES = 1 << 20;

  private static final int FIRST_FINAL_STATUS = 200;

  private final Lifecycle lifecycle;
  private final Response response = new Response();
  private @Nullable Channel channel;
  private @Nullable Http2FrameStream stream;
  private boolean goingAway;

  private Http2Connection(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  static void addTo(ChannelPipeline pipeline, Lifecycle lifecycle) {
    Http2Settings settings =
        Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(WINDOW_BYTES);
    pipeline.addLast(
        Http2FrameCodecBuilder.forClient()
            .initialSettings(settings)
            .validateHeaders(false)
            .gracefulShutdownTimeoutMillis(0)
            .build(),
        new Http2Connection(lifecycle));
  }

  @Override
  public void listen(Events next) {
    lifecycle.listen(next);
  }

  @Override
  public boolean usable() {
    return channel != null && channel.isActive() && !goingAway;
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
    Http2FrameStream next = newStream();
    stream = next;
    ByteBuf body = message.body(row, user().session(), open.alloc());
    open.write(
            new DefaultHttp2HeadersFrame(message.http2(row, user().session()), body == null)
                .stream(next))
        .addListener(written -> {
          if (!written.isSuccess()) {
            lifecycle.broken(Lifecycle.reason(written.cause()));
            close();
          }
        });
    if (body != null) {
      open.write(new DefaultHttp2DataFrame(body, true).stream(next));
    }
    open.flush();
  }

  @Override
  public void close() {
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  protected void handlerAdded0(ChannelHandlerContext context) {
    channel = context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    long now = System.nanoTime();
    try {
      switch (frame) {
        case Http2SettingsFrame settings -> lifecycle.open(this);
        case Http2HeadersFrame headers -> read(headers, now);
        case Http2DataFrame data -> read(context, data, now);
        case Http2ResetFrame reset -> {
          if (isCurrent(reset.stream())) {
            lifecycle.broken("the server reset the stream with error code " + reset.errorCode());
            context.close();
          }
        }
        case Http2GoAwayFrame away -> {
          goingAway = true;
          lifecycle.broken("the server sent GOAWAY with error code " + away.errorCode());
          if (lifecycle.idle()) {
            context.close();
          }
        }
        // The codec handles acknowledgements and similar frames.
        default -> {}
      }
    } finally {
      ReferenceCountUtil.release(frame);
    }
  }

  private boolean isCurrent(@Nullable Http2FrameStream of) {
    return of != null && of.equals(stream);
  }

  private void read(Http2HeadersFrame frame, long now) {
    CharSequence status = frame.headers().status();
    if (!isCurrent(frame.stream())) {
      return;
    }
    frame.headers().forEach(this::received);
    // Trailers have no status.
    if (status != null) {
      int code = Integer.parseInt(status.toString());
      if (code < FIRST_FINAL_STATUS) {
        return;
      }
      response.begin(code);
      if (response.wantsHeaders()) {
        frame.headers().forEach(header -> response.header(header.getKey(), header.getValue()));
      }
    }
    if (frame.isEndStream()) {
      answered(now);
    }
  }

  /** Counts a header as decoded: its size in the frame depends on those of earlier responses. */
  private void received(Map.Entry<CharSequence, CharSequence> header) {
    response.received(header.getKey().length() + header.getValue().length());
  }

  private void read(ChannelHandlerContext context, Http2DataFrame frame, long now) {
    int length = frame.initialFlowControlledBytes();
    context.write(new DefaultHttp2WindowUpdateFrame(length).stream(frame.stream()));
    if (isCurrent(frame.stream())) {
      ByteBuf content = frame.content();
      response.received(content.readableBytes());
      response.body(content, content.readerIndex(), content.readableBytes());
      if (frame.isEndStream()) {
        answered(now);
      }
    }
  }

  private void answered(long now) {
    lifecycle.answered(this, response, now);
    if (goingAway) {
      close();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    lifecycle.closed(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    lifecycle.broken(Lifecycle.reason(cause));
    context.close();
  }
}
