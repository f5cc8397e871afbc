package loomwatch.harness.measure;

import java.util.EnumMap;
import java.util.Map;
import loomwatch.results.Phases;

/** Charges wall time to the phases of one launch. Not thread-safe. */
final class Stopwatch {
  /** What the time went into. */
  enum Phase {
    START,
    WARM_UP,
    MEASURE,
    OTHER
  }

  /** Work that is timed. */
  interface Work<T, A extends Exception, B extends Exception> {
    T run() throws A, B, InterruptedException;
  }

  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

  /** Does the work and charges its time, also when it fails. */
  <T, A extends Exception, B extends Exception> T charge(Phase phase, Work<T, A, B> work)
      throws A, B, InterruptedException {
    long start = System.nanoTime();
    try {
      return work.run();
    } finally {
      add(phase, System.nanoTime() - start);
    }
  }

  /** Charges time that was measured elsewhere. */
  void add(Phase phase, long elapsedNanos) {
    nanos.merge(phase, elapsedNanos, Long::sum);
  }

  /** Everything charged so far. */
  Phases phases() {
    return new Phases(
        seconds(Phase.START),
        seconds(Phase.WARM_UP),
        seconds(Phase.MEASURE),
        seconds(Phase.OTHER));
  }

  private double seconds(Phase phase) {
    return nanos.getOrDefault(phase, 0L) / 1e9;
  }
}
