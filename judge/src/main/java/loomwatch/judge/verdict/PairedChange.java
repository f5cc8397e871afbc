package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Mode;

/**
 * One metric's change before it is tested.
 *
 * @param key what it is of
 * @param means over the pairs; empty without one
 * @param differences log ratios by block, positive = worse; empty when there is no ratio
 * @param tolerance the policy's, if it has one
 * @param canFail whether it fails a build when it breaks the tolerance
 * @param noRatio what it means that there is none; empty when there is
 * @param doubts what weakens it, each once
 */
record PairedChange(
    ChangeKey key,
    Optional<Means> means,
    PairedDifferences differences,
    Optional<Tolerance> tolerance,
    boolean canFail,
    Optional<Finding> noRatio,
    List<String> doubts) {

  /**
   * No metric is taken to repeat better than a tenth of its tolerance: three launches may agree by
   * chance, and what never differs by more is of no interest.
   */
  private static final double LEAST_DEVIATION = 0.1;

  /** Levels of both arms. */
  record Means(double base, double head) {}

  static PairedChange of(ChangeKey key, ArmPairs pairs, Optional<Tolerance> tolerance) {
    boolean canFail = tolerance.filter(Limit::gates).filter(pairs::mayGate).isPresent();
    List<String> doubts = List.copyOf(pairs.doubts());
    if (pairs.isEmpty()) {
      return new PairedChange(
          key,
          Optional.empty(),
          PairedDifferences.NONE,
          tolerance,
          canFail,
          Optional.of(new Finding.NoPair()),
          doubts);
    }
    Optional<PairedDifferences> logs = pairs.logRatios();
    return new PairedChange(
        key,
        Optional.of(
            new Means(
                LaunchValues.level(pairs.baseValues()), LaunchValues.level(pairs.headValues()))),
        logs.orElse(PairedDifferences.NONE),
        tolerance,
        canFail,
        logs.isPresent()
            ? Optional.empty()
            : Optional.of(pairs.allZero() ? new Finding.AlwaysZero() : new Finding.SometimesZero()),
        doubts);
  }

  /** The mean log ratio, of two blocks or more. */
  Optional<MeanInterval> interval() {
    double least =
        tolerance.map(limit -> LEAST_DEVIATION * Math.log1p(limit.fraction())).orElse(0.0);
    return differences.mean(least) instanceof Known<MeanInterval>(MeanInterval m)
        ? Optional.of(m)
        : Optional.empty();
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

  /** Whether it decides the whole verdict: a noisy metric does where it is worse, or too early. */
  boolean decidesBy(Finding finding) {
    return canFail
        && (key.metric().repeats()
            || finding.outcome() == Outcome.REGRESSED
            || finding instanceof Finding.TooEarly);
  }
}
