package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells which thread serves a request: the proof of the mode. */
final class ThreadName extends Workload {
  private static final long serialVersionUID = 1;

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Thread thread = Thread.currentThread();
    send(
        response,
        "application/json",
        ascii(
            "{\"name\":\"%s\",\"virtual\":%b}\n".formatted(thread.getName(), thread.isVirtual())));
  }
}
