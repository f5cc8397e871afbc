package loomwatch.server.workload;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Blocks its thread: {@code ms} milliseconds (studies/waiting.yaml), or a uniform draw from {@code
 * min-ms} to {@code max-ms} (studies/pool-size.yaml). The n-th draw depends on the seed and n
 * alone, whichever thread serves it.
 */
final class Sleep extends Workload {
  private static final long serialVersionUID = 1;
  private static final int MOST_MILLIS = 60_000;

  private final long seed;
  private final AtomicLong draws = new AtomicLong();

  Sleep(long seed) {
    this.seed = seed;
  }

  @Override
  void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, Query.BadQuery, InterruptedException {
    int millis = millis(request);
    Thread.sleep(millis);
    send(response, "text/plain", ascii("slept " + millis + " ms\n"));
  }

  private int millis(HttpServletRequest request) throws Query.BadQuery {
    if (Query.has(request, "min-ms") || Query.has(request, "max-ms")) {
      int least = Query.integer(request, "min-ms", 0, MOST_MILLIS);
      int most = Query.integer(request, "max-ms", least, MOST_MILLIS);
      return least + Math.floorMod(mix(seed + draws.getAndIncrement()), most - least + 1);
    }
    return Query.integer(request, "ms", 0, MOST_MILLIS);
  }

  /** SplitMix64's finaliser (Steele, Lea, Flood, OOPSLA 2014): spreads a counter evenly. */
  private static long mix(long counter) {
    long z = counter * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
