package loomwatch.workflows;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Lets a server on a port be reached through a socket in the file system. Thread-safe. */
final class Relay implements AutoCloseable {
  private final ServerSocketChannel listening;
  private final InetSocketAddress server;

  Relay(Path socket, InetSocketAddress server) throws IOException {
    this.server = server;
    listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listening.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = listening.accept();
        SocketChannel onward = SocketChannel.open(server);
        Thread.ofPlatform().daemon().start(() -> copy(client, onward));
        Thread.ofPlatform().daemon().start(() -> copy(onward, client));
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    try (from;
        to) {
      ByteBuffer buffer = ByteBuffer.allocate(8192);
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException closed) {
      // By either side, which is how connections end.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
