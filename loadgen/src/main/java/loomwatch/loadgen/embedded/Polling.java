package loomwatch.loadgen.embedded;

/** How the event loop waits for the next due time. */
public enum Polling {
  /**
   * Sleeps until shortly before it and then polls: on a core of its own it wins the 50 µs or so
   * that waking up costs.
   */
  SPIN,
  /** Sleeps until then: on a core shared with the server, polling would starve what it measures. */
  SLEEP
}
