package loomwatch.benchmarks.engines;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** What can go wrong in a run, done on purpose. */
final class Faults {
  private Faults() {}

  /** Does something after a while, on a thread of its own. */
  static void after(Duration delay, Action action) {
    Thread.ofPlatform()
        .daemon()
        .name("fault")
        .start(() -> {
          try {
            Thread.sleep(delay);
            action.run();
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the fault could not be injected", e);
          }
        });
  }

  /** A fault. */
  interface Action {
    void run() throws IOException, InterruptedException;
  }

  /** Stops a process as a debugger or an overcommitted hypervisor does, for that long. */
  static Action freeze(LongSupplier pid, Duration length) {
    return () -> {
      signal("STOP", pid.getAsLong());
      try {
        boolean unused = new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        signal("CONT", pid.getAsLong());
      }
    };
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    if (exit != 0) {
      throw new IOException("kill -" + name + " " + pid + " exited with " + exit);
    }
  }

  /** A server that answers every n-th request 503. */
  static HttpServer answering503Every(int n) throws IOException {
    AtomicLong requests = new AtomicLong();
    byte[] body = {'o', 'k'};
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          int status = requests.incrementAndGet() % n == 0 ? 503 : 200;
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** An address at which nothing listens: a port just given back. */
  static URI refusing() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/hello");
    }
  }
}
