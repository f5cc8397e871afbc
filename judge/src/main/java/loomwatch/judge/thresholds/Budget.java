package loomwatch.judge.thresholds;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How much main may lose little by little, whatever the tolerances let through at once: against
 * commits that do not move by themselves.
 *
 * @param sinceRelease the part that may be lost since the last release, above 0; empty for any
 * @param sincePin the same since a commit that somebody chose
 * @param pin that commit, 7 to 64 hexadecimal digits; there just where {@code sincePin} is
 */
public record Budget(OptionalDouble sinceRelease, OptionalDouble sincePin, @Nullable String pin) {
  /** Nothing is limited. */
  public static final Budget NONE =
      new Budget(OptionalDouble.empty(), OptionalDouble.empty(), null);
}
