package loomwatch.loadgen.embedded;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.Version;

/** Netty's transport: native epoll, or NIO where there is none. One event loop: one core. */
record Transport(EventLoopGroup group, Class<? extends Channel> channel, String name) {

  static Transport open() {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory factory = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new Transport(
        new MultiThreadIoEventLoopGroup(1, factory),
        epoll ? EpollSocketChannel.class : NioSocketChannel.class,
        epoll ? "epoll" : "nio");
  }

  /** What records say of the engine. */
  String version() {
    Version netty = Version.identify().get("netty-transport");
    return "netty " + (netty == null ? "unknown" : netty.artifactVersion()) + " " + name;
  }
}
