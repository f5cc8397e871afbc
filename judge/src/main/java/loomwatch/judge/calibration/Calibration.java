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
 * What comparisons on one host come to when it is known what they should.
 *
 * @param rule the version of what is computed here, {@link #RULE}
 * @param judgedBy the version of the rules the comparisons were judged by
 * @param host the fingerprint of the machine, whatever was measured on it
 * @param thresholds the hash of the thresholds they were judged by
 * @param scenarios that were compared, by name, each with the load it had then: it says nothing of
 *     other load
 * @param unchanged comparisons of one service with itself (A/A)
 * @param noise of each blocking metric, in the order of reports
 * @param comparisons that this rests on, by record id
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

  /** The version this code writes, and the only one it reads. */
  public static final int SCHEMA = 2;

  /** What is computed, and how. */
  public static final String RULE = "calibration/1";

  /**
   * The fewest A/A comparisons whose noise floors may refuse a tolerance: of fewer, the 95th
   * percentile is little more than the largest, and one odd night would forbid a sound thresholds.
   */
  public static final int FEWEST = 10;

  /** How many noise floors a tolerance that gates must be, at least. */
  public static final double FLOORS = 2;

  /**
   * A share of independent comparisons.
   *
   * @param count how many, at least 0
   * @param of of how many, at least {@code count}
   * @param low the exact lower 95 % bound of its chance (Clopper &amp; Pearson), from 0 to 1
   * @param high the upper one
   */
  public record Share(int count, int of, double low, double high) {

    /** That many of so many. */
    public static Share of(long count, int trials) {
      Proportion proportion = Proportion.of(Math.toIntExact(count), trials);
      return new Share(
          proportion.count(), proportion.trials(), proportion.low(), proportion.high());
    }
  }

  /**
   * Comparisons of one service with itself.
   *
   * @param comparisons how many
   * @param invalid how many of them could not be judged; they count nowhere else
   * @param falseAlarms how many of the others were called regressed in any gated metric
   */
  public record Unchanged(int comparisons, int invalid, int inconclusive, Share falseAlarms) {}

  /**
   * What one gated metric shows when nothing changed.
   *
   * @param comparisons of one service with itself, the invalid ones left out
   * @param rounds of them all that have a pair
   * @param spreadPercent standard deviation of a pair's log ratio within a comparison, pooled; null
   *     when no comparison has two pairs
   * @param floorPercent the 95th percentile of what comparisons differ by, either way (Harrell
   *     &amp; Davis)
   * @param falseAlarms in how many it was called regressed
   * @param pUniform the chance of p values as small as theirs at the first look, if the test keeps
   *     its level; null with fewer than two comparisons
   * @param mdePercent the smallest effect found with 90 % power at the last look, beside all that
   *     is judged together; null when no comparison has two pairs
   * @param tolerancePercent what the thresholds allow
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

    /** Whether it rests on comparisons enough to refuse a tolerance by. */
    public boolean decides() {
      return comparisons >= FEWEST;
    }

    /** Whether that tolerance is less than {@link #FLOORS} noise floors. */
    public boolean forbids(double percent) {
      return percent < FLOORS * floorPercent;
    }
  }

  /**
   * What became of comparisons against one injected fault.
   *
   * @param fault as {@code KIND:SIZE}
   * @param invalid in how many nothing could be judged; they count as not caught
   * @param caught in how many the verdict was regressed, by a metric and mode the fault is expected
   *     to move
   * @param seen in each blocking metric it is expected to move
   * @param medianMinutes how long its launches took
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
   * A fault's effect on one gated metric.
   *
   * @param medianEffectPercent over the comparisons that have a ratio; positive = worse
   * @param tolerancePercent what the thresholds allow; the estimate has to reach it
   * @param caught in how many comparisons it was called regressed
   */
  public record Seen(
      String scenario,
      Mode mode,
      Metric metric,
      double medianEffectPercent,
      double tolerancePercent,
      Share caught) {}

  /**
   * A comparison this rests on.
   *
   * @param digest of the record's JSON, {@code sha256:} and 64 hexadecimal digits
   * @param fault of head, or null for one service with itself
   * @param rounds how many it took
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

  /** Whether it is of that host, known by its fingerprint, that profile and that load generator. */
  public boolean isOf(String hostFingerprint, String profile, String generator) {
    return host.equals(hostFingerprint)
        && this.profile.equals(profile)
        && this.generator.equals(generator);
  }

  /** Its noise as far as it was measured at the same load. */
  public List<Noise> noiseOf(List<Scenario> compared) {
    return noise.stream()
        .filter(one ->
            compared.stream()
                .filter(scenario -> scenarios.contains(scenario.redacted()))
                .anyMatch(same -> same.name().equals(one.scenario())))
        .toList();
  }

  /**
   * What stands beside the changes of other comparisons on this host.
   *
   * @param digest of this calibration's file
   * @param compared the scenarios there: of another load there is no floor
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
