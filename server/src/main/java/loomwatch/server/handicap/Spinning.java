package loomwatch.server.handicap;

/** Uses up CPU. */
final class Spinning {
  private Spinning() {}

  /**
   * Computes until the clock has moved on; the clock is wall time, which a preempted thread loses.
   */
  static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
