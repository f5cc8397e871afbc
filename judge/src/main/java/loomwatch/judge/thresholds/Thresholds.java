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
 * The thresholds, with at most one limit of each kind for a scenario, mode and metric.
 *
 * @param file file name as given to the reader
 * @param digest hash of the file, {@code sha256:} and 64 hexadecimal digits
 * @param limits limits in the order of the file
 * @param inconclusive how the check on an inconclusive pull request ends
 * @param budget limit on gradual losses on main
 * @param changedMethods fraction of a request from which on the growth of one changed method
 *     blocks; empty if it only informs
 */
public record Thresholds(
    String file,
    String digest,
    List<Limit> limits,
    Inconclusive inconclusive,
    Budget budget,
    OptionalDouble changedMethods) {

  public enum Inconclusive {
    /** The check does not block the merge, and reports that nothing was verified. */
    NEUTRAL,
    FAIL
  }

  /**
   * How much main may lose gradually, however many changes are within their tolerances. The
   * reference is a fixed commit.
   *
   * @param sinceRelease fraction that may be lost since the last release, above 0; empty for no
   *     limit
   * @param sincePin fraction that may be lost since the pinned commit
   * @param pin pinned commit, 7 to 64 hexadecimal digits; present exactly if {@code sincePin} is
   */
  public record Budget(OptionalDouble sinceRelease, OptionalDouble sincePin, @Nullable String pin) {
    public static final Budget NONE =
        new Budget(OptionalDouble.empty(), OptionalDouble.empty(), null);
  }

  public Thresholds {
    limits = List.copyOf(limits);
  }

  /** Returns the limits on counts alone, for a comparison that measures nothing else. */
  public Thresholds ofCounts() {
    List<Limit> counts =
        limits.stream().filter(limit -> limit.terms().metric().hasParts()).toList();
    return new Thresholds(file, digest, counts, inconclusive, Budget.NONE, OptionalDouble.empty());
  }

  public Optional<Ceiling> ceiling(String scenario, Mode mode, Metric metric) {
    return of(Ceiling.class, scenario, metric).filter(limit -> limit.mode() == mode).findFirst();
  }

  public Optional<Tolerance> tolerance(String scenario, Mode mode, Metric metric) {
    return of(Tolerance.class, scenario, metric).filter(limit -> limit.mode() == mode).findFirst();
  }

  public Optional<RatioLimit> ratio(String scenario, Metric metric) {
    return of(RatioLimit.class, scenario, metric).findFirst();
  }

  private <L extends Limit> Stream<L> of(Class<L> kind, String scenario, Metric metric) {
    return limits.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(limit -> limit.terms().covers(scenario))
        .filter(limit -> limit.terms().metric() == metric);
  }
}
