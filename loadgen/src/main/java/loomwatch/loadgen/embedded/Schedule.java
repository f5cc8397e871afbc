package loomwatch.loadgen.embedded;

/**
 * The due time of each request: request k at start + k × 1 s ÷ rate, computed from the index so
 * that rounding errors do not accumulate.
 *
 * @param startNanos value of {@link System#nanoTime}
 * @param count number of requests, numbered from 0
 */
record Schedule(long startNanos, double requestsPerSecond, long count) {
  private static final double SECOND = 1e9;

  /** Returns the intended start of a request; also defined beyond the last. */
  long dueNanos(long index) {
    return startNanos + Math.round(index * SECOND / requestsPerSecond);
  }

  long dueBy(long now) {
    if (now < startNanos) {
      return 0;
    }
    long index = (long) ((now - startNanos) * requestsPerSecond / SECOND);
    // Rounding may make the division off by one.
    while (index < count && dueNanos(index) <= now) {
      index++;
    }
    while (index > 0 && dueNanos(index - 1) > now) {
      index--;
    }
    return Math.min(index, count);
  }
}
