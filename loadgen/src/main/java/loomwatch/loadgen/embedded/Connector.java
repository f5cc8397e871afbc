package loomwatch.loadgen.embedded;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.Version;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import loomwatch.loadgen.LoadPlan;
import org.jspecify.annotations.Nullable;

/** Opens connections to the plan's target. Confined to the event loop. */
final class Connector {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  /** Limit of concurrent connects, so that the server's accept queue drops no SYN. */
  private static final int AT_ONCE = 32;

  private final LoadPlan plan;
  private final EventLoop loop;
  private final ProtocolSetup setup;
  private final Bootstrap bootstrap;

  /** Netty's transport with one event loop: native epoll, or NIO if unavailable. */
  record Transport(EventLoopGroup group, Class<? extends Channel> channel, String name) {

    static Transport open() {
      boolean epoll = Epoll.isAvailable();
      IoHandlerFactory factory = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
      return new Transport(
          new MultiThreadIoEventLoopGroup(1, factory),
          epoll ? EpollSocketChannel.class : NioSocketChannel.class,
          epoll ? "epoll" : "nio");
    }

    String version() {
      Version netty = Version.identify().get("netty-transport");
      return "netty " + (netty == null ? "unknown" : netty.artifactVersion()) + " " + name;
    }
  }

  Connector(Transport transport, EventLoop loop, LoadPlan plan) {
    this.plan = plan;
    this.loop = loop;
    this.setup = new ProtocolSetup(plan);
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(new InetSocketAddress(plan.target().getHost(), setup.port()));
  }

  /** Opens a connection; calls exactly one of the callbacks, on the event loop. */
  void open(Connection.Events events, Consumer<Connection> opened, Consumer<String> failed) {
    Promise<Connection> open = loop.newPromise();
    ChannelFuture connecting =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    setup.addHandlers(
                        channel, new Connection.Lifecycle(open, events, setup.unopened()));
                  }
                })
            .connect();
    connecting.addListener(connected -> {
      if (connected.isSuccess()) {
        setup.connected(connecting.channel(), open);
      } else {
        open.tryFailure(connected.cause());
      }
    });
    loop.schedule(
        () -> {
          if (open.tryFailure(new IllegalStateException(setup.unopened()))) {
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
        failed.accept(Connection.Lifecycle.reason(done.cause()));
      }
    });
  }

  /**
   * Opens the connections that the pool lacks, a few at a time, before the run's clock starts.
   * Calls exactly one of the callbacks, once; {@code ready} receives all connections still open.
   */
  void openAll(ConnectionPool pool, Consumer<Set<Connection>> ready, Consumer<String> failed) {
    new Opening(ready, failed).start(pool);
  }

  private final class Opening implements Connection.Events {
    private final Consumer<Set<Connection>> ready;
    private final Consumer<String> failure;
    private final Set<Connection> open = new LinkedHashSet<>();
    private int missing;
    private int asked;
    private int opened;
    private boolean failed;

    Opening(Consumer<Set<Connection>> ready, Consumer<String> failure) {
      this.ready = ready;
      this.failure = failure;
    }

    void start(ConnectionPool pool) {
      open.addAll(pool.take(plan, this));
      missing = plan.connections() - open.size();
      if (missing == 0) {
        ready.accept(open);
      }
      for (int i = 0; i < Math.min(AT_ONCE, missing); i++) {
        openNext();
      }
    }

    private void openNext() {
      if (asked == missing || failed) {
        return;
      }
      asked++;
      open(this, this::opened, this::failed);
    }

    private void opened(Connection connection) {
      opened++;
      open.add(connection);
      if (failed) {
        connection.close();
      } else if (opened == missing) {
        ready.accept(open);
      } else {
        openNext();
      }
    }

    private void failed(String reason) {
      if (!failed) {
        failed = true;
        failure.accept("%d of %d connections opened, then: %s".formatted(opened, missing, reason));
        List.copyOf(open).forEach(Connection::close);
      }
    }

    /** A connection ended while others still open; the run reopens it. */
    @Override
    public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
      open.remove(connection);
    }
  }
}
