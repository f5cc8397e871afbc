package loomwatch.measure.blocks;

import java.time.Duration;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Scenario;

/**
 * How the load of a launch is cut into slices.
 *
 * @param length of each, with what the engine leaves unmeasured
 * @param count at least 1
 */
record Slicing(Duration length, int count) {
  /**
   * Requests in the least part of a slice: with fewer, a few late ones spoil it, and where requests
   * are few they are slow, so that it would end as the first answers come.
   */
  private static final int FEWEST_REQUESTS = 1_000;

  private static final double NANOS = 1e9;

  /**
   * As the profile has it; or, for an engine that measures nothing at first, fewer and longer
   * slices, so that as much is measured and the time lost is not a multiple of it.
   *
   * @param unmeasured at the beginning of each slice
   */
  static Slicing of(Profile profile, Scenario scenario, Duration unmeasured) {
    Profile.Slices slices = profile.slices();
    if (unmeasured.isZero()) {
      int parts = isPlenty(scenario, slices) ? slices.parts() : 1;
      return new Slicing(slices.length().dividedBy(parts), slices.count() * parts);
    }
    Duration measured = slices.length().multipliedBy(slices.count());
    int count = Math.toIntExact(Math.clamp(measured.dividedBy(unmeasured), 1, slices.count()));
    return new Slicing(unmeasured.plus(measured.dividedBy(count)), count);
  }

  private static boolean isPlenty(Scenario scenario, Profile.Slices slices) {
    double seconds = slices.length().dividedBy(slices.parts()).toNanos() / NANOS;
    return scenario.requestsPerSecond() * seconds >= FEWEST_REQUESTS;
  }

  /** All of them. */
  Duration total() {
    return length.multipliedBy(count);
  }
}
