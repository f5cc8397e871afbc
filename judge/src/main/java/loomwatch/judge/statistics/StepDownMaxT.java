package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.SignFlip.Method;

/**
 * One metric's part in the step-down max-T test of all metrics of a comparison by sign flips
 * (Westfall &amp; Young, Resampling-Based Multiple Testing 1993, algorithm 4.1; Romano &amp; Wolf,
 * J. Amer. Statist. Assoc. 2005).
 *
 * <p>One sign for each block flips all metrics of that block together, so how they depend on one
 * another is kept instead of feared. With T(ε) = Σ εᵢdᵢ/√Σ dᵢ² and the metrics ordered T₍₁₎ ≥ … ≥
 * T₍K₎, the adjusted p of the j-th is the largest, over i ≤ j, of the share of assignments ε in
 * which the largest of T₍ᵢ₎(ε) … T₍K₎(ε) is at least T₍ᵢ₎. Assignments are counted as in {@link
 * SignFlip}, n being the number of distinct blocks.
 *
 * <p>What holds exactly, for every n: comparing the adjusted p with α keeps the chance of even one
 * false alarm at α, whichever metrics did change, if the differences of the unchanged ones are
 * jointly as likely as their mirror image in each block; swapping the arms at random provides that.
 * A metric's adjusted p is never below its own p, and from 2⁻ⁿ, against K·2⁻ⁿ under Holm (1979).
 * Where all metrics have the same sizes of differences it is never above Holm's; in general it may
 * be, when a metric of evenly sized differences, whose T reaches further, stands beside one of
 * uneven ones.
 *
 * @param mean of the differences
 * @param p the metric's alone; from 2⁻ⁿ, or 1/(1 + draws), to 1
 * @param adjusted p for all metrics together; from {@code p} to 1
 * @param pairs how many blocks have the metric, at least 1
 * @param method how both p were found
 */
public record StepDownMaxT(double mean, double p, double adjusted, int pairs, Method method) {

  /**
   * Tests which metrics are larger than 0; each needs 1 pair. For which are smaller, hand in the
   * {@linkplain BlockDifferences#negated() negated} metrics.
   *
   * @param metrics all that are judged together; not all need have every block
   * @param random used beyond {@link SignFlip#MOST_ENUMERATED} blocks only; its seed belongs in the
   *     record
   * @return one for each metric, in the order given
   */
  public static List<Estimate<StepDownMaxT>> greater(
      List<BlockDifferences> metrics, RandomGenerator random) {
    return test(metrics, any(metrics), Tail.UPPER, random);
  }

  /**
   * The same where a metric alarms only with a mean of at least so much: where its mean under an
   * assignment is less, it is no rival there. T(ε) is −∞ then, which is one more statistic of the
   * flipped differences, so that the level is kept as above, and no adjusted p is larger.
   *
   * @param least for each metric, the least mean that alarms
   * @return one for each metric, in the order given; one whose own mean is less has an adjusted p
   *     of 1
   */
  public static List<Estimate<StepDownMaxT>> greater(
      List<BlockDifferences> metrics, double[] least, RandomGenerator random) {
    return test(metrics, least, Tail.UPPER, random);
  }

  /**
   * Tests which metrics differ from 0 either way, by |T|; each needs 1 pair. The smallest p is then
   * 2·2⁻ⁿ.
   *
   * @param metrics as for {@link #greater}
   * @param random as for {@link #greater}
   * @return one for each metric, in the order given
   */
  public static List<Estimate<StepDownMaxT>> different(
      List<BlockDifferences> metrics, RandomGenerator random) {
    return test(metrics, any(metrics), Tail.BOTH, random);
  }

  private static double[] any(List<BlockDifferences> metrics) {
    double[] any = new double[metrics.size()];
    Arrays.fill(any, Double.NEGATIVE_INFINITY);
    return any;
  }

  private static List<Estimate<StepDownMaxT>> test(
      List<BlockDifferences> metrics, double[] least, Tail tail, RandomGenerator random) {
    int[] blocks =
        metrics.stream().flatMapToInt(BlockDifferences::blocks).sorted().distinct().toArray();
    StepDownCount count =
        new StepDownCount(
            metrics.stream().map(metric -> new Standardised(metric, blocks)).toList(), least, tail);
    SignAssignments assignments = new SignAssignments(blocks.length, random);
    assignments.forEach(count::add);
    double[] alone = count.alone();
    double[] jointly = count.jointly();
    List<Estimate<StepDownMaxT>> tests = new ArrayList<>();
    for (int k = 0; k < metrics.size(); k++) {
      int pairs = metrics.get(k).pairs();
      tests.add(
          pairs == 0
              ? new Inconclusive<>(0, 1)
              : new Known<>(
                  new StepDownMaxT(
                      Location.meanOf(metrics.get(k).values()),
                      alone[k],
                      jointly[k],
                      pairs,
                      assignments.method())));
    }
    return List.copyOf(tests);
  }

  /** Which side of 0 is of interest. */
  enum Tail {
    UPPER,
    BOTH;

    double of(double statistic) {
      return switch (this) {
        case UPPER -> statistic;
        case BOTH -> Math.abs(statistic);
      };
    }
  }
}
