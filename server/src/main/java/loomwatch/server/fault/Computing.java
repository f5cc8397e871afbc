package loomwatch.server.fault;

/**
 * Uses up CPU time: an amount of work that takes that long on a core of its own. A spin until the
 * clock has moved on would be shorter in CPU time whenever its thread loses the core, so that a
 * busy host would shrink the fault; and the CPU time of a virtual thread cannot be asked for.
 */
final class Computing {
  /** Steps of one timed batch: tens of microseconds, so that some batch is not preempted. */
  private static final int BATCH = 20_000;

  /**
   * Calibration ends when no batch was 2 % faster for that long: the JIT is mostly done by then.
   * Where it is not, the batches of later requests are faster and heeded too.
   */
  private static final long SETTLED_NANOS = 100_000_000;

  /** On a host too busy to settle, calibration ends with the fastest batch seen. */
  private static final long MOST_NANOS = 2_000_000_000;

  private static final long SEED = 88_172_645_463_325_252L;

  /** What the fastest batch so far took. */
  private static volatile long batchNanos = Long.MAX_VALUE;

  private static volatile long sink;

  static {
    calibrate();
  }

  private Computing() {}

  /** Calibrates, which takes 0.1 s and more, unless it was done. */
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

  /** Marsaglia's xorshift64 (2003): each step needs the one before, so none can be left out. */
  private static long step(long x, int times) {
    for (int i = 0; i < times; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }

  /** The generator is never 0, which the JIT does not know; so nothing is written, nor shared. */
  private static void keep(long x) {
    if (x == 0) {
      sink = x;
    }
  }
}
