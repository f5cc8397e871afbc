package loomwatch.loadgen;

import java.time.Duration;
import java.time.Instant;

/**
 * A request that was among the slowest of its run, by wall time.
 *
 * @param due when it should have been sent
 * @param sent when it was: later, where all connections were busy
 * @param done when its answer was read to the end
 */
public record SlowRequest(Instant due, Instant sent, Instant done) {
  /** From the intended start. */
  public Duration latency() {
    return Duration.between(due, done);
  }
}
