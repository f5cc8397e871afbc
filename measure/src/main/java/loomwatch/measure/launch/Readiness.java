package loomwatch.measure.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.subject.Ready;

/** Waits for what a service does when it is ready. Each time it looks costs the service nothing. */
final class Readiness {
  /** Time to ready is told to so much. */
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
  private static final int CONNECT_MILLIS = 1_000;
  private final URI base;
  private final HttpClient client;
  private String last;

  /**
   * Of a server.
   *
   * @param base scheme, host and port
   */
  Readiness(URI base, ConnectionSpec spoken) {
    this.base = base;
    this.client = Client.of(spoken);
    this.last = "nothing listens on port " + port(base);
  }

  private static int port(URI base) {
    int usual = "https".equals(base.getScheme()) ? 443 : 80;
    return base.getPort() < 0 ? usual : base.getPort();
  }

  /** What it was told last, in words, for a service that never gets ready. */
  String last() {
    return last;
  }

  /**
   * Looks until it is ready, it has exited, or the deadline is over.
   *
   * @param logged completed when it has written the line that is waited for
   * @param exited completed when the process has ended and all it wrote was read
   * @return whether it is ready
   */
  boolean await(Ready ready, CompletableFuture<Void> logged, CompletableFuture<Void> exited)
      throws InterruptedException {
    return switch (ready) {
      case Ready.Logs logs -> {
        last = "it has not written a line that matches " + logs.line();
        yield wrote(logs, logged, exited);
      }
      case Ready.Shown shown -> await(shown, exited);
    };
  }

  private boolean await(Ready.Shown ready, CompletableFuture<Void> exited)
      throws InterruptedException {
    long deadline = System.nanoTime() + ready.within().toNanos();
    do {
      // First of all: a service may write that it is ready and end.
      boolean over = exited.isDone();
      if (isReady(ready)) {
        return true;
      }
      if (over) {
        return false;
      }
      Thread.sleep(BETWEEN);
    } while (System.nanoTime() < deadline);
    return false;
  }

  private static boolean wrote(
      Ready.Logs logs, CompletableFuture<Void> logged, CompletableFuture<Void> exited)
      throws InterruptedException {
    try {
      CompletableFuture.anyOf(logged, exited).get(logs.within().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException silent) {
      // Then the line was not written.
    }
    return logged.isDone();
  }

  private boolean isReady(Ready.Shown ready) throws InterruptedException {
    return switch (ready) {
      case Ready.Listens listens -> listens();
      case Ready.Answers answers -> listens() && answers(answers);
    };
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(base.getHost(), port(base)), CONNECT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private boolean answers(Ready.Answers wanted) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(base + wanted.path())).build();
      int status =
          Client.answer(client, request, HttpResponse.BodyHandlers.discarding(), ANSWER_WITHIN)
              .statusCode();
      last = wanted.path() + " answers " + status + " instead of " + wanted.status();
      return status == wanted.status();
    } catch (IOException e) {
      last = wanted.path() + " does not answer: " + e.getMessage();
      return false;
    }
  }
}
