package loomwatch.measure.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers to listen on: none twice, and none of those that Linux gives to clients, which
 * begin at 32768 and of which the load generator takes many. Thread-safe.
 */
final class Ports {
  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private Ports() {}

  /** One that nobody listens on now. */
  static int free() throws IOException {
    for (int tried = 0; tried < COUNT; tried++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(port));
        return port;
      } catch (java.net.BindException taken) {
        // The next one.
      }
    }
    throw new IOException("no port from %d to %d is free".formatted(FIRST, FIRST + COUNT - 1));
  }
}
