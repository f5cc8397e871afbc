package loomwatch.loadgen.embedded;

/**
 * When each request is due: request k at start + k × 1 s ÷ rate, from the index and never by adding
 * up intervals, so that rounding cannot drift.
 *
 * @param startNanos of {@link System#nanoTime}
 * @param requestsPerSecond the fixed rate
 * @param count requests in all, numbered from 0
 */
record Schedule(long startNanos, double requestsPerSecond, long count) {
  private static final double SECOND = 1e9;

  /** The intended start of request {@code index}; also defined beyond the last. */
  long dueNanos(long index) {
    return startNanos + Math.round(index * SECOND / requestsPerSecond);
  }

  long dueBy(long now) {
    if (now < startNanos) {
      return 0;
    }
    long index = (long) ((now - startNanos) * requestsPerSecond / SECOND);
    // The division may be one off where the due time itself was rounded.
    while (index < count && dueNanos(index) <= now) {
      index++;
    }
    while (index > 0 && dueNanos(index - 1) > now) {
      index--;
    }
    return Math.min(index, count);
  }
}
