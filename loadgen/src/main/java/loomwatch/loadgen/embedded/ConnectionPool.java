package loomwatch.loadgen.embedded;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens connections to the plan's target. Lives on the event loop. */
final class ConnectionPool {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final Bootstrap bootstrap;

  ConnectionPool(Transport transport, URI target) {
    int port = target.getPort() < 0 ? 80 : target.getPort();
    this.bootstrap =
        new Bootstrap()
            .group(transport.group())
            .channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(new InetSocketAddress(target.getHost(), port));
  }

  /** Opens one; the outcome comes on the event loop: null for success, else the reason. */
  void open(HttpConnection.Events events, Consumer<HttpConnection> opened, Failed failed) {
    HttpConnection connection = new HttpConnection(events);
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
