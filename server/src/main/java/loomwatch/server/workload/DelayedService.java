package loomwatch.server.workload;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Calls a service that answers after {@code ms} milliseconds (0 allowed), in blocking code and with
 * the Servlet async API (studies/async.yaml). This JVM simulates the service.
 */
final class DelayedService {
  private static final int MOST_MILLIS = 60_000;
  private static final byte[] ANSWER = Workload.ascii("the service's answer\n");

  /** The thread that simulates the network; it only completes futures. */
  private static final ScheduledExecutorService NETWORK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform()
              .daemon()
              .name("service")
              // Otherwise it keeps the first caller's class loader, and Tomcat warns about a leak.
              .inheritInheritableThreadLocals(false)
              .factory());

  private DelayedService() {}

  /** Blocks the request's thread until the service answers. */
  static final class ServiceBlocking extends Workload {
    private static final long serialVersionUID = 1;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response)
        throws IOException, BadQuery, InterruptedException {
      int millis = integer(request, "ms", 0, MOST_MILLIS);
      if (millis > 0) {
        Thread.sleep(millis);
      }
      send(response, "text/plain", ANSWER);
    }
  }

  /** Releases the request's thread while the service works; a container thread sends the answer. */
  static final class ServiceAsync extends Workload {
    private static final long serialVersionUID = 1;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response) throws BadQuery {
      int millis = integer(request, "ms", 0, MOST_MILLIS);
      AsyncContext async = request.startAsync();
      async.setTimeout(2L * MOST_MILLIS);
      var unused =
          answerAfter(millis).thenAccept(answer -> async.start(() -> answer(async, answer)));
    }

    private static CompletableFuture<byte[]> answerAfter(int millis) {
      CompletableFuture<byte[]> answer = new CompletableFuture<>();
      if (millis == 0) {
        answer.complete(ANSWER);
      } else {
        var unused = NETWORK.schedule(() -> answer.complete(ANSWER), millis, TimeUnit.MILLISECONDS);
      }
      return answer;
    }

    private static void answer(AsyncContext async, byte[] answer) {
      try {
        send((HttpServletResponse) async.getResponse(), "text/plain", answer);
      } catch (IOException clientGone) {
        // The client is gone, so nobody receives the error.
      } finally {
        async.complete();
      }
    }
  }
}
