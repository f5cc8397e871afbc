package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Keeps its thread computing: {@code iterations} steps of a xorshift generator (Marsaglia 2003),
 * about a nanosecond each, always the same. The answer carries the result, so none of it can be
 * optimised away.
 */
final class Cpu extends Workload {
  private static final long serialVersionUID = 1;
  private static final int MOST_ITERATIONS = 1_000_000_000;

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, Query.BadQuery {
    int iterations = Query.integer(request, "iterations", 1, MOST_ITERATIONS);
    send(response, "text/plain", ascii(Long.toHexString(compute(iterations)) + "\n"));
  }

  static long compute(int iterations) {
    long x = 88_172_645_463_325_252L;
    for (int i = 0; i < iterations; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
