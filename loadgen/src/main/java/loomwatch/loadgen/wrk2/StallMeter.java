package loomwatch.loadgen.wrk2;

/**
 * Tells a process that was kept from running from one that had nothing to do, from looks at it. Not
 * thread-safe.
 *
 * <p>No CPU time between two looks is no sign by itself: wrk2 sleeps whenever it waits for a timer
 * or the server, and a frozen server makes it sleep long. It is a sign when a thread was stopped or
 * wanted to run, or when the looks themselves were interrupted: then the machine stood still.
 */
final class StallMeter {
  private final long punctualNanos;
  private long cpuNanos = -1;
  private long lookedNanos;
  private long fineNanos;
  private long longestNanos;

  /**
   * A meter.
   *
   * @param punctualNanos a look that comes later than this after the one before came late
   */
  StallMeter(long punctualNanos) {
    this.punctualNanos = punctualNanos;
  }

  /**
   * A look at the process.
   *
   * @param nowNanos of a clock that never goes back
   * @param cpuNanosNow CPU time of all its threads so far
   * @param state what its threads were doing
   */
  void look(long nowNanos, long cpuNanosNow, State state) {
    boolean moved = cpuNanosNow != cpuNanos;
    boolean late = cpuNanos >= 0 && nowNanos - lookedNanos > punctualNanos;
    if (!moved && (state == State.HELD || late)) {
      longestNanos = Math.max(longestNanos, nowNanos - fineNanos);
    } else {
      fineNanos = nowNanos;
    }
    cpuNanos = cpuNanosNow;
    lookedNanos = nowNanos;
  }

  /** What a process was doing at a look. */
  enum State {
    /** Every thread slept by its own will. */
    ASLEEP,
    /** A thread was stopped, or wanted to run. */
    HELD
  }

  /** The longest time it was kept from running; 0 when it never was. */
  long longestNanos() {
    return longestNanos;
  }
}
