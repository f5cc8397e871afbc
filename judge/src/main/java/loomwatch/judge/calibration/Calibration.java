package loomwatch.judge.calibration;

import java.util.List;
import loomwatch.judge.statistics.Proportion;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * The noise and detection rates of one host, from comparisons whose correct result is known.
 *
 * @param rule version of this computation, {@link #RULE}
 * @param judgedBy version of the rules the comparisons were judged by
 * @param host fingerprint of the machine, independent of what was measured on it
 * @param thresholds hash of the thresholds the comparisons were judged by
 * @param scenarios compared scenarios by name, with their load; the noise applies to that load only
 * @param unchanged comparisons of one service with itself (A/A)
 * @param noise noise of each blocking metric, in the order of reports
 * @param comparisons records used, by id
 */
public record Calibration(
    int schema,
    String rule,
    String judgedBy,
    String host,
    String profile,
    String generator,
    String thresholds,
    List<Scenario> scenarios,
    Unchanged unchanged,
    List<Noise> noise,
    List<InjectedFault> faults,
    List<Source> comparisons,
    List<String> warnings) {

  /** Schema version written and accepted. */
  public static final int SCHEMA = 2;

  /** Version of the computation. */
  public static final String RULE = "calibration/1";

  /**
   * Minimum number of A/A comparisons before noise floors may reject a tolerance. With fewer, the
   * 95th percentile is close to the maximum, and one noisy night could reject a sound tolerance.
   */
  public static final int FEWEST = 10;

  /** Minimum ratio of a blocking tolerance to the noise floor. */
  public static final double FLOORS = 2;

  /**
   * A share of independent comparisons.
   *
   * @param count number of hits, at least 0
   * @param of number of comparisons, at least {@code count}
   * @param low exact lower 95 % bound of the probability (Clopper &amp; Pearson), from 0 to 1
   * @param high upper 95 % bound
   */
  public record Share(int count, int of, double low, double high) {

    public static Share of(long count, int trials) {
      Proportion proportion = Proportion.of(Math.toIntExact(count), trials);
      return new Share(
          proportion.count(), proportion.trials(), proportion.low(), proportion.high());
    }
  }

  /**
   * Comparisons of one service with itself, including invalid ones; the other counts are of valid
   * ones.
   */
  public record Unchanged(int comparisons, int invalid, int inconclusive, Share falseAlarms) {}

  /**
   * The noise of one blocking metric when nothing changed.
   *
   * @param comparisons number of valid comparisons of one service with itself
   * @param rounds total number of rounds with a pair
   * @param spreadPercent standard deviation of a pair's log ratio within a comparison, pooled; null
   *     when no comparison has two pairs
   * @param floorPercent 95th percentile of the absolute difference (Harrell &amp; Davis)
   * @param falseAlarms comparisons in which the metric was called regressed
   * @param pUniform probability of p values this small at the first interim analysis, if the test
   *     keeps its level; null with fewer than two comparisons
   * @param mdePercent smallest effect detected with 90 % power at the last analysis, adjusted for
   *     the metrics judged together; null when no comparison has two pairs
   * @param tolerancePercent tolerance in the thresholds
   */
  public record Noise(
      String scenario,
      Mode mode,
      Metric metric,
      int comparisons,
      int rounds,
      @Nullable Double spreadPercent,
      double floorPercent,
      Share falseAlarms,
      @Nullable Double pUniform,
      @Nullable Double mdePercent,
      double tolerancePercent) {

    /** Returns whether there are enough comparisons to reject a tolerance. */
    public boolean decides() {
      return comparisons >= FEWEST;
    }

    /** Returns whether a tolerance, in percent, is less than {@link #FLOORS} noise floors. */
    public boolean forbids(double percent) {
      return percent < FLOORS * floorPercent;
    }
  }

  /**
   * Detection of one injected fault.
   *
   * @param fault {@code KIND:SIZE}
   * @param invalid comparisons that could not be judged; they count as not caught
   * @param caught comparisons that regressed in a metric and mode the fault is expected to affect
   * @param seen effect on each blocking metric the fault is expected to affect
   * @param medianMinutes median duration of the launches
   */
  public record InjectedFault(
      String fault,
      int invalid,
      Share caught,
      List<Seen> seen,
      double medianRounds,
      double medianMinutes) {
    public InjectedFault {
      seen = List.copyOf(seen);
    }
  }

  /**
   * The effect of a fault on one blocking metric.
   *
   * @param medianEffectPercent median over comparisons that have a ratio; positive = worse
   * @param tolerancePercent tolerance in the thresholds; the estimate must reach it
   */
  public record Seen(
      String scenario,
      Mode mode,
      Metric metric,
      double medianEffectPercent,
      double tolerancePercent,
      Share caught) {}

  /**
   * A comparison used for this calibration.
   *
   * @param digest hash of the record's JSON, {@code sha256:} and 64 hexadecimal digits
   * @param fault fault injected into head, or null for one service with itself
   * @param rounds number of rounds
   */
  public record Source(
      String record, String digest, @Nullable String fault, Outcome verdict, int rounds) {}

  public Calibration {
    scenarios = Scenario.redacted(scenarios);
    noise = List.copyOf(noise);
    faults = List.copyOf(faults);
    comparisons = List.copyOf(comparisons);
    warnings = List.copyOf(warnings);
  }

  /** Returns whether this calibration is of that host, profile and load generator. */
  public boolean isOf(String hostFingerprint, String profile, String generator) {
    return host.equals(hostFingerprint)
        && this.profile.equals(profile)
        && this.generator.equals(generator);
  }

  /** Returns the noise of the scenarios that are compared at the same load. */
  public List<Noise> noiseOf(List<Scenario> compared) {
    return noise.stream()
        .filter(one ->
            compared.stream()
                .filter(scenario -> scenarios.contains(scenario.redacted()))
                .anyMatch(same -> same.name().equals(one.scenario())))
        .toList();
  }

  /**
   * Returns the noise floors for other comparisons on this host.
   *
   * @param digest hash of this calibration's file
   * @param compared scenarios of those comparisons; a different load has no floor
   */
  public NoiseFloors floors(String digest, List<Scenario> compared) {
    return new NoiseFloors(
        digest,
        noiseOf(compared).stream()
            .map(one ->
                new NoiseFloors.Floor(one.scenario(), one.mode(), one.metric(), one.floorPercent()))
            .toList(),
        new HostReliability(this).falseAlarms().orElse(null));
  }
}
