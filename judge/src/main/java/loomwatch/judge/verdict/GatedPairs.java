package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.thresholds.Terms.Effect;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * The pairs of launches behind one change of a comparison that can decide it: what a verdict on it
 * follows from. Changes without a ratio, or reduced to informing, have none.
 *
 * @param scenario the scenario's name
 * @param mode whose launches
 * @param metric what they measured
 * @param tolerance of the policy, as a part of base; above 0
 * @param effect of breaking it; never {@link Effect#INFORM}
 * @param pairs by block, at least one
 */
public record GatedPairs(
    String scenario, Mode mode, Metric metric, double tolerance, Effect effect, List<Pair> pairs) {

  /**
   * One launch of each arm.
   *
   * @param block they were measured in, from 1
   * @param base its value, above 0
   * @param head its value, above 0
   * @param difference ln(head ÷ base), positive = worse: of their slices, turn by turn, where there
   *     are such, so it is near to that of the two values and not equal to it; drawn in, as the
   *     verdict has it, where the pair stands out
   */
  public record Pair(int block, double base, double head, double difference) {}

  public GatedPairs {
    pairs = List.copyOf(pairs);
  }

  /** Every one of a comparison, in the order of reports; none in a record of head alone. */
  public static List<GatedPairs> of(MeasurementRecord record, Thresholds thresholds) {
    ArmLaunches base = new ArmLaunches(record, Arm.BASE);
    ArmLaunches head = new ArmLaunches(record, Arm.HEAD);
    List<GatedPairs> gated = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        for (Mode mode : Mode.values()) {
          ArmPairs pairs = ArmPairs.of(base, head, scenario, mode, metric);
          thresholds
              .tolerance(scenario, mode, metric)
              .filter(tolerance -> tolerance.terms().effect() != Effect.INFORM)
              .filter(tolerance -> !pairs.isEmpty() && pairs.mayGate(tolerance))
              .filter(tolerance -> pairs.logRatios().isPresent())
              .map(tolerance ->
                  new GatedPairs(
                      scenario,
                      mode,
                      metric,
                      tolerance.fraction(),
                      tolerance.terms().effect(),
                      pairs(pairs)))
              .ifPresent(gated::add);
        }
      }
    }
    return List.copyOf(gated);
  }

  private static List<Pair> pairs(ArmPairs pairs) {
    List<Pair> list = new ArrayList<>();
    double[] base = pairs.baseValues();
    double[] head = pairs.headValues();
    double[] differences = pairs.logRatios().orElseThrow().drawnIn().values();
    for (int i = 0; i < base.length; i++) {
      list.add(new Pair(pairs.blocks().get(i), base[i], head[i], differences[i]));
    }
    return list;
  }

  /** Positive = worse, by block. */
  public double[] differences() {
    return pairs.stream().mapToDouble(Pair::difference).toArray();
  }

  /** Of base's launches. */
  public double meanOfBase() {
    return Values.mean(base());
  }

  /** Of head's launches. */
  public double meanOfHead() {
    return Values.mean(head());
  }

  /** Of base, by block. */
  public double[] base() {
    return pairs.stream().mapToDouble(Pair::base).toArray();
  }

  /** Of head, by block. */
  public double[] head() {
    return pairs.stream().mapToDouble(Pair::head).toArray();
  }
}
