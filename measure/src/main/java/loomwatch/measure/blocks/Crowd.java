package loomwatch.measure.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * As many requests at once as there are connections. Tomcat has objects of some 50 KiB for each
 * request under way, keeps them for others, and makes more when all are in use. With a thread for
 * each request that depends on where the scheduler interrupts them, so without a crowd launches of
 * one build differ by a megabyte of live set.
 */
final class Crowd {
  /** Asks for nothing (RFC 9110, 9.3.7), so no service does anything; told in two parts. */
  private static final byte[] BEGINNING = ascii("OPTIONS * HTTP/1.1\r\n");

  private static final byte[] END = ascii("Host: localhost\r\nConnection: close\r\n\r\n");

  /** Until a server has surely read what all began with. */
  private static final Duration STAY = Duration.ofMillis(50);

  private static final int PATIENCE_MILLIS = 1_000;

  private Crowd() {}

  /** Comes and goes; of a server that does not take all of them nothing is said. */
  static void visit(URI server, int connections) throws InterruptedException {
    InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
    List<Socket> open = new ArrayList<>();
    try {
      for (int one = 0; one < connections; one++) {
        Socket socket = new Socket();
        open.add(socket);
        socket.connect(address, PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(BEGINNING);
      }
      Thread.sleep(STAY);
      for (Socket socket : open) {
        socket.getOutputStream().write(END);
      }
      for (Socket socket : open) {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      }
    } catch (IOException refused) {
      // Whether it serves, the load finds out.
    } finally {
      open.forEach(Crowd::close);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // Nothing is left to be closed.
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
