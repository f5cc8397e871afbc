package loomwatch.results;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule against a zero that cannot be: requests were answered, so CPU time, bytes, latency and
 * rate are above 0, or what counted them did not. Two arms of dead counters would be alike for
 * ever.
 */
final class DeadCounter {
  private DeadCounter() {}

  /** The first there is of a launch. */
  static Optional<Invalid> of(@Nullable LoadResult load, List<Sample> samples) {
    if (load != null && (load.completed() == 0 || load.achievedPerSecond() == 0)) {
      return Optional.of(
          dead(
              "%d requests were answered at %s requests/s"
                  .formatted(load.completed(), load.achievedPerSecond())));
    }
    return samples.stream()
        .filter(sample -> sample.value() == 0 && !sample.metric().mayBeZero())
        .findFirst()
        .map(sample -> dead(sample.metric().label() + " was 0"));
  }

  private static Invalid dead(String what) {
    return new Invalid(
        Invalid.Reason.DEAD_COUNTER, what + ", which cannot be: its counter stood still");
  }
}
