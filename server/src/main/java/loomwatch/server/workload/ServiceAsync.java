package loomwatch.server.workload;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Calls the same delayed service as {@link ServiceBlocking} with the Servlet async API: the
 * request's thread is free while the service works, and the container's takes the answer up.
 */
final class ServiceAsync extends Workload {
  private static final long serialVersionUID = 1;

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response) throws Query.BadQuery {
    int millis = Query.integer(request, "ms", 0, DelayedService.MOST_MILLIS);
    AsyncContext async = request.startAsync();
    async.setTimeout(2L * DelayedService.MOST_MILLIS);
    var unused =
        DelayedService.futureAfter(millis)
            .thenAccept(answer -> async.start(() -> answer(async, answer)));
  }

  private static void answer(AsyncContext async, byte[] answer) {
    try {
      send((HttpServletResponse) async.getResponse(), "text/plain", answer);
    } catch (IOException clientGone) {
      // Nobody is left to tell.
    } finally {
      async.complete();
    }
  }
}
