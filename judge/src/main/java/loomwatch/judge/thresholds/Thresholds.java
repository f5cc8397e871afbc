package loomwatch.judge.thresholds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The thresholds: what is limited, how strictly, and why. One limit at most of each kind for a
 * scenario, mode and metric.
 *
 * @param file the file of thresholds as it was named to the reader
 * @param digest of the file's bytes, {@code sha256:} and 64 hexadecimal digits
 * @param limits in the order of the file
 * @param inconclusive what becomes of the check on a pull request that nothing was shown of
 * @param budget how much main may lose little by little
 */
public record Thresholds(
    String file, String digest, List<Limit> limits, Inconclusive inconclusive, Budget budget) {

  /** How the check on a pull request ends when the measurement was inconclusive. */
  public enum Inconclusive {
    /** It does not block the merge, and says that it did not guard it. */
    NEUTRAL,
    /** It blocks the merge. */
    FAIL
  }

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

  public Thresholds {
    limits = List.copyOf(limits);
  }

  /** The absolute limit on that mode's mean, if there is one. */
  public Optional<Ceiling> ceiling(String scenario, Mode mode, Metric metric) {
    return of(Ceiling.class, scenario, metric).filter(limit -> limit.mode() == mode).findFirst();
  }

  /** The change allowed to that mode's metric, if there is one. */
  public Optional<Tolerance> tolerance(String scenario, Mode mode, Metric metric) {
    return of(Tolerance.class, scenario, metric).filter(limit -> limit.mode() == mode).findFirst();
  }

  /** The limit on virtual ÷ platform, if there is one. */
  public Optional<RatioLimit> ratio(String scenario, Metric metric) {
    return of(RatioLimit.class, scenario, metric).findFirst();
  }

  private <L extends Limit> Stream<L> of(Class<L> kind, String scenario, Metric metric) {
    return limits.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(limit -> limit.terms().scenario().equals(scenario))
        .filter(limit -> limit.terms().metric() == metric);
  }
}
