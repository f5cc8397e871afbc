package loomwatch.server.handicap;

/** Passes wall time on the CPU; {@link Computing} uses up CPU time. */
final class Spinning {
  private Spinning() {}

  /** Spins until the clock has moved on by {@code nanos} nanoseconds. */
  static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
