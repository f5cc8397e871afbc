package loomwatch.judge.verdict;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.thresholds.Terms.Effect;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import org.jspecify.annotations.Nullable;

/**
 * One metric's change before it is tested.
 *
 * @param key what it is of
 * @param base mean over the pairs; null without one
 * @param head mean over the pairs; null without one
 * @param differences log ratios by block, positive = worse; empty when there is no ratio
 * @param tolerance the policy's, or null
 * @param effect what breaking the tolerance does
 * @param noRatio why there is none; null when there is
 * @param doubts what weakens it, each once
 */
record ChangeRow(
    Key key,
    @Nullable Double base,
    @Nullable Double head,
    BlockDifferences differences,
    @Nullable Tolerance tolerance,
    Effect effect,
    @Nullable NoRatio noRatio,
    List<String> doubts) {

  /** What a change is of. */
  record Key(String scenario, JudgedMode mode, Metric metric) {}

  /**
   * Why there is no ratio.
   *
   * @param outcome what that means for a tolerance
   */
  record NoRatio(Outcome outcome, String reason) {}

  static ChangeRow of(Key key, ArmPairs pairs, @Nullable Tolerance tolerance) {
    Set<String> doubts = new LinkedHashSet<>(pairs.doubts());
    if (pairs.isEmpty()) {
      return new ChangeRow(
          key,
          null,
          null,
          BlockDifferences.complete(),
          tolerance,
          effect(tolerance, pairs),
          new NoRatio(Outcome.INVALID, "no block has a valid launch of both arms"),
          List.copyOf(doubts));
    }
    Optional<BlockDifferences> logs = pairs.logRatios();
    return new ChangeRow(
        key,
        Values.mean(pairs.baseValues()),
        Values.mean(pairs.headValues()),
        logs.orElseGet(() -> BlockDifferences.complete()),
        tolerance,
        effect(tolerance, pairs),
        logs.isPresent() ? null : noRatio(pairs),
        List.copyOf(doubts));
  }

  private static NoRatio noRatio(ArmPairs pairs) {
    return pairs.allZero()
        ? new NoRatio(Outcome.PASS, "0 in every launch of both arms")
        : new NoRatio(
            Outcome.INCONCLUSIVE,
            "no relative change: it was 0 in some launches and not in others");
  }

  Estimate<MeanInterval> logs() {
    return MeanInterval.of(differences.values());
  }

  private static Effect effect(@Nullable Tolerance tolerance, ArmPairs pairs) {
    return tolerance != null && tolerance.gates() && pairs.tooFew().isEmpty()
        ? Effect.GATE
        : Effect.INFORM;
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

  /** Whether it decides the whole verdict. */
  boolean gates() {
    return effect == Effect.GATE;
  }
}
