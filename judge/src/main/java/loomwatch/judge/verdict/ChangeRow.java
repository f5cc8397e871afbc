package loomwatch.judge.verdict;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Looks;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.SignFlip;
import loomwatch.judge.thresholds.Terms.Effect;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * One metric's change before it is tested.
 *
 * @param key what it is of
 * @param means over the pairs that do not stand out; empty without one
 * @param differences log ratios by block, {@linkplain BlockDifferences#drawnIn() drawn in},
 *     positive = worse; empty when there is no ratio
 * @param tolerance the policy's, if it has one
 * @param effect what breaking the tolerance does
 * @param minority how many pairs stand out and break the tolerance
 * @param noRatio what it means that there is none; empty when there is
 * @param doubts what weakens it, each once
 */
record ChangeRow(
    ChangeKey key,
    Optional<Means> means,
    BlockDifferences differences,
    Optional<Tolerance> tolerance,
    Effect effect,
    int minority,
    Optional<Finding> noRatio,
    List<String> doubts) {

  /** Of both arms. */
  record Means(double base, double head) {}

  static ChangeRow of(ChangeKey key, ArmPairs pairs, Optional<Tolerance> tolerance) {
    Set<String> doubts = new LinkedHashSet<>(pairs.doubts());
    if (pairs.isEmpty()) {
      return new ChangeRow(
          key,
          Optional.empty(),
          BlockDifferences.complete(),
          tolerance,
          effect(tolerance, pairs),
          0,
          Optional.of(new Finding.NoPair()),
          List.copyOf(doubts));
    }
    Optional<BlockDifferences> logs = pairs.logRatios();
    List<Integer> apart = logs.map(BlockDifferences::standingOut).orElse(List.of());
    if (!apart.isEmpty()) {
      doubts.add(standingOut(key.metric(), apart));
    }
    ArmPairs usual = pairs.without(apart);
    return new ChangeRow(
        key,
        Optional.of(new Means(Values.mean(usual.baseValues()), Values.mean(usual.headValues()))),
        logs.map(BlockDifferences::drawnIn).orElseGet(() -> BlockDifferences.complete()),
        tolerance,
        effect(tolerance, pairs),
        tolerance.isPresent() && logs.isPresent()
            ? logs.get().standingOut(Math.log1p(tolerance.get().fraction()))
            : 0,
        logs.isPresent() ? Optional.empty() : Optional.of(noRatio(pairs, tolerance)),
        List.copyOf(doubts));
  }

  static String standingOut(Metric metric, List<Integer> blocks) {
    return "%s of block %s stands out, and weighs little"
        .formatted(
            metric.label(),
            blocks.stream().map(String::valueOf).collect(Collectors.joining(" and ")));
  }

  private static Finding noRatio(ArmPairs pairs, Optional<Tolerance> tolerance) {
    if (!pairs.allZero()) {
      return new Finding.SometimesZero();
    }
    // With fewer nothing else can pass, at any look.
    boolean few = pairs.blocks().size() < SignFlip.pairsNeeded(Looks.LEVEL);
    return few && tolerance.isPresent() ? new Finding.FewZeros() : new Finding.AlwaysZero();
  }

  Estimate<MeanInterval> logs() {
    return MeanInterval.of(differences.values());
  }

  /** In every pair, and on average by the tolerance or more. */
  boolean isPlainlyWorse() {
    return isPlainlyWorse(differences);
  }

  /** The mirror image of {@link #isPlainlyWorse}. */
  boolean isPlainlyBetter() {
    return isPlainlyWorse(differences.negated());
  }

  private boolean isPlainlyWorse(BlockDifferences pairs) {
    double[] values = pairs.values();
    return values.length > 0
        && tolerance.isPresent()
        && Arrays.stream(values).allMatch(difference -> difference > 0)
        && Arrays.stream(values).average().orElse(0) >= least();
  }

  /** The mean log ratio from which on it matters; −∞ where the policy has none. */
  double least() {
    return tolerance.map(policy -> Math.log1p(policy.fraction())).orElse(Double.NEGATIVE_INFINITY);
  }

  private static Effect effect(Optional<Tolerance> tolerance, ArmPairs pairs) {
    return tolerance
        .filter(pairs::mayGate)
        .map(policy -> policy.terms().effect())
        .orElse(Effect.INFORM);
  }

  /**
   * Whose launches it is of.
   *
   * @throws IllegalStateException for a contrast, which is of both
   */
  Mode mode() {
    return switch (key.mode()) {
      case PLATFORM -> Mode.PLATFORM;
      case VIRTUAL -> Mode.VIRTUAL;
      case CONTRAST -> throw new IllegalStateException("a contrast has no mode of its own");
    };
  }

  /** Whether it decides the whole verdict, whatever it comes to. */
  boolean gates() {
    return effect == Effect.GATE;
  }

  /** Whether it decides the whole verdict with that finding. */
  boolean decidesBy(Finding finding) {
    return switch (effect) {
      case GATE -> true;
      case GATE_WHEN_WORSE -> finding.outcome() == Outcome.REGRESSED;
      case INFORM -> false;
    };
  }
}
