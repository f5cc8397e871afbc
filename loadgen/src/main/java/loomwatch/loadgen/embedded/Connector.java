package loomwatch.loadgen.embedded;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import loomwatch.loadgen.LoadPlan;

/** Opens connections to the plan's target. Lives on the event loop. */
final class Connector {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final Bootstrap bootstrap;
  private final EventLoop loop;
  private final ProtocolSetup dialect;

  /** One whose connections live on that loop. */
  Connector(Transport transport, EventLoop loop, LoadPlan plan) {
    URI target = plan.target();
    this.loop = loop;
    this.dialect = new ProtocolSetup(plan);
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(new InetSocketAddress(target.getHost(), dialect.port()));
  }

  /** Opens one; exactly one of the two is told, on the event loop. */
  void open(Connection.Events events, Consumer<Connection> opened, Failed failed) {
    Promise<Connection> open = loop.newPromise();
    ChannelFuture connecting =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    dialect.speakOn(
                        channel, new ConnectionLifecycle(open, events, dialect.unopened()));
                  }
                })
            .connect();
    connecting.addListener(connected -> {
      if (connected.isSuccess()) {
        dialect.connected(connecting.channel(), open);
      } else {
        open.tryFailure(connected.cause());
      }
    });
    loop.schedule(
        () -> {
          if (open.tryFailure(new IllegalStateException(dialect.unopened()))) {
            connecting.channel().close();
          }
        },
        2L * CONNECT_TIMEOUT_MILLIS,
        TimeUnit.MILLISECONDS);
    open.addListener(done -> {
      if (done.isSuccess()) {
        opened.accept(open.getNow());
      } else {
        connecting.channel().close();
        failed.because(ConnectionLifecycle.reason(done.cause()));
      }
    });
  }

  /** Told why a connection could not be opened. */
  interface Failed {
    void because(String reason);
  }
}
