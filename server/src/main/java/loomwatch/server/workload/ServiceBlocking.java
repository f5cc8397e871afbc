package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Calls a service that answers after {@code ms} milliseconds (0 allowed), in plain blocking code
 * (studies/async.yaml). {@link ServiceAsync} calls the same one with the Servlet async API.
 */
final class ServiceBlocking extends Workload {
  private static final long serialVersionUID = 1;

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, Query.BadQuery, InterruptedException {
    int millis = Query.integer(request, "ms", 0, DelayedService.MOST_MILLIS);
    send(response, "text/plain", DelayedService.answerAfter(millis));
  }
}
