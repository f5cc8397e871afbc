package loomwatch.loadgen.embedded;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import loomwatch.results.Request;
import org.jspecify.annotations.Nullable;

/** Opens connections to the plan's target. Lives on the event loop. */
final class ConnectionPool {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final Bootstrap bootstrap;
  private final ByteBuf request;

  ConnectionPool(Transport transport, URI target, Request request) {
    int port = target.getPort() < 0 ? 80 : target.getPort();
    // On the heap: the buffer lives as long as any connection, and then the collector has it.
    this.request = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes(target, request)));
    this.bootstrap =
        new Bootstrap()
            .group(transport.group())
            .channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(new InetSocketAddress(target.getHost(), port));
  }

  private static byte[] bytes(URI target, Request request) {
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    StringBuilder head =
        new StringBuilder(request.method() + " " + path + query + " HTTP/1.1\r\nHost: ")
            .append(target.getRawAuthority())
            .append("\r\n");
    request.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    String content = request.body();
    byte[] body = content == null ? new byte[0] : content.getBytes(StandardCharsets.UTF_8);
    if (content != null) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(first, first.length + body.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    return all;
  }

  /** Opens one; the outcome comes on the event loop: null for success, else the reason. */
  void open(HttpConnection.Events events, Consumer<HttpConnection> opened, Failed failed) {
    HttpConnection connection = new HttpConnection(events, request);
    ChannelFuture connecting = bootstrap.clone().handler(connection).connect();
    connecting.addListener(future -> {
      if (future.isSuccess()) {
        opened.accept(connection);
      } else {
        failed.because(message(future.cause()));
      }
    });
  }

  private static String message(@Nullable Throwable cause) {
    if (cause == null) {
      return "cancelled";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** Told why a connection could not be opened. */
  interface Failed {
    void because(String reason);
  }
}
