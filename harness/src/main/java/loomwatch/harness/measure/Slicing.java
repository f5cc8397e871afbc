package loomwatch.harness.measure;

import java.time.Duration;
import loomwatch.harness.plan.Profile;

/**
 * How the load of a launch is cut into slices.
 *
 * @param length of each, with what the engine leaves unmeasured
 * @param count at least 1
 */
record Slicing(Duration length, int count) {

  /**
   * As the profile has it; or, for an engine that measures nothing at first, fewer and longer
   * slices, so that as much is measured and the time lost is not a multiple of it.
   *
   * @param unmeasured at the beginning of each slice
   */
  static Slicing of(Profile profile, Duration unmeasured) {
    if (unmeasured.isZero()) {
      return new Slicing(profile.slice(), profile.slices());
    }
    Duration measured = profile.slice().multipliedBy(profile.slices());
    int count = Math.toIntExact(Math.clamp(measured.dividedBy(unmeasured), 1, profile.slices()));
    return new Slicing(unmeasured.plus(measured.dividedBy(count)), count);
  }

  /** All of them. */
  Duration total() {
    return length.multipliedBy(count);
  }
}
