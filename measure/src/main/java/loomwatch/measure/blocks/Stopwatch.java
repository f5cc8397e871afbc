package loomwatch.measure.blocks;

import java.util.EnumMap;
import java.util.Map;
import loomwatch.results.Launch.Phases;

/** Charges wall time to the phases of one launch. Not thread-safe. */
final class Stopwatch {
  /** What the time went into. */
  enum Phase {
    START,
    WARM_UP,
    MEASURE,
    OTHER
  }

  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

  /** Charges so much time to a phase. */
  void add(Phase phase, long elapsedNanos) {
    nanos.merge(phase, elapsedNanos, Long::sum);
  }

  /** Everything charged so far. */
  Phases phases() {
    return new Phases(
        seconds(Phase.START), seconds(Phase.WARM_UP), seconds(Phase.MEASURE), seconds(Phase.OTHER));
  }

  private double seconds(Phase phase) {
    return nanos.getOrDefault(phase, 0L) / 1e9;
  }
}
