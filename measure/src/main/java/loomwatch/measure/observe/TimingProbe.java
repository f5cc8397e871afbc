package loomwatch.measure.observe;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Is called by the timed methods of a measured JVM and counts their calls by duration. {@link
 * TimingAgent} gives it to the bootstrap class loader, as methods of any loader call it.
 */
public final class TimingProbe {
  /** Most methods that are timed at once. */
  public static final int MOST = 300;

  /** Buckets are a sixteenth of a power of two wide; the last begins at 4 s. */
  static final int BUCKETS = 512;

  private static final AtomicLongArray CALLS = new AtomicLongArray(MOST * BUCKETS);
  private static final AtomicLongArray NANOS = new AtomicLongArray(MOST * BUCKETS);

  private TimingProbe() {}

  /** Counts a call of that method. */
  public static void called(int method, long nanos) {
    int bucket = method * BUCKETS + bucket(nanos);
    CALLS.getAndIncrement(bucket);
    NANOS.getAndAdd(bucket, Math.max(0, nanos));
  }

  static int bucket(long nanos) {
    long positive = Math.max(1, nanos);
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(positive);
    int sixteenth = (int) (power >= 4 ? positive >>> power - 4 : positive << 4 - power) & 15;
    return Math.min(16 * power + sixteenth, BUCKETS - 1);
  }

  /** Returns the calls of that method by bucket, then their nanoseconds, and begins again. */
  public static long[] drained(int method) {
    long[] drained = new long[2 * BUCKETS];
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      drained[bucket] = CALLS.getAndSet(method * BUCKETS + bucket, 0);
      drained[BUCKETS + bucket] = NANOS.getAndSet(method * BUCKETS + bucket, 0);
    }
    return drained;
  }
}
