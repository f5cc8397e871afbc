package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a measurement still takes: what is expected of the steps that are left, by the pace of
 * those that are done. Services start, warm and drain at very different speeds.
 */
final class TimeLeft {
  private final LongSupplier nanos;
  private final long began;
  private final long all;
  private long done;

  /**
   * Of a measurement that begins now.
   *
   * @param expected of all its steps together
   * @param nanos the clock
   */
  TimeLeft(Duration expected, LongSupplier nanos) {
    this.nanos = nanos;
    this.began = nanos.getAsLong();
    this.all = expected.toNanos();
  }

  /** A step is done that should have taken so long; one that is taken again counts once. */
  void done(Duration expected) {
    done += expected.toNanos();
  }

  /** Never negative. */
  Duration now() {
    long remaining = Math.max(0, all - done);
    double pace = done == 0 ? 1 : (double) (nanos.getAsLong() - began) / done;
    return Duration.ofNanos(Math.round(remaining * pace));
  }
}
