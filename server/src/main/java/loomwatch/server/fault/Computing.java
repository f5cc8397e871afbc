package loomwatch.server.fault;

/**
 * Consumes CPU time by an amount of work that takes that long on an idle core. Spinning until a
 * time would use less CPU time whenever its thread is preempted, so that a busy host would shrink
 * the fault; and the CPU time of a virtual thread cannot be queried.
 */
final class Computing {
  /** Steps of one timed batch: tens of microseconds, so that some batch is not preempted. */
  private static final int BATCH = 20_000;

  /**
   * Calibration ends when no batch was 2 % faster for that long, as the JIT is mostly done then.
   * Later, faster batches of requests update the calibration.
   */
  private static final long SETTLED_NANOS = 100_000_000;

  /** Maximum duration of calibration, for a host too busy to settle. */
  private static final long MOST_NANOS = 2_000_000_000;

  private static final long SEED = 88_172_645_463_325_252L;

  /** Duration of the fastest batch so far. */
  private static volatile long batchNanos = Long.MAX_VALUE;

  private static volatile long sink;

  static {
    calibrate();
  }

  private Computing() {}

  /** Calibrates, which takes at least 0.1 s, unless that is done. */
  static void prepare() {
    spend(0);
  }

  /** Computes for about {@code nanos} nanoseconds of CPU time, however long that takes. */
  static void spend(long nanos) {
    long x = SEED;
    long left = nanos;
    while (left >= batchNanos) {
      x = batch(x);
      left -= batchNanos;
    }
    keep(step(x, (int) (BATCH * left / batchNanos)));
  }

  private static void calibrate() {
    long start = System.nanoTime();
    long improved = start;
    long x = SEED;
    long now = start;
    while (now - improved < SETTLED_NANOS && now - start < MOST_NANOS) {
      long before = batchNanos;
      x = batch(x);
      now = System.nanoTime();
      if (batchNanos < before * 0.98) {
        improved = now;
      }
    }
    keep(x);
  }

  private static long batch(long x) {
    long start = System.nanoTime();
    long next = step(x, BATCH);
    batchNanos = Math.min(batchNanos, System.nanoTime() - start);
    return next;
  }

  /** Marsaglia's xorshift64 (2003), whose steps depend on each other, so none can be skipped. */
  private static long step(long x, int times) {
    for (int i = 0; i < times; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }

  /** Prevents dead-code elimination without a shared write: x is never 0, unknown to the JIT. */
  private static void keep(long x) {
    if (x == 0) {
      sink = x;
    }
  }
}
