package loomwatch.harness.github;

import java.io.IOException;
import java.time.Duration;

/** A request that failed for a reason that passes; whether it had an effect is not known. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1;

  private final Duration atLeast;

  /**
   * One that may be tried again.
   *
   * @param atLeast how long the server wants to be left alone
   */
  BusyException(String message, Duration atLeast) {
    super(message);
    this.atLeast = atLeast;
  }

  Duration atLeast() {
    return atLeast;
  }
}
