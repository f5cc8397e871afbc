package loomwatch.judge.verdict;

import java.util.Optional;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.thresholds.Ceiling;
import loomwatch.judge.thresholds.ContrastLimit;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import org.jspecify.annotations.Nullable;

/**
 * What absolute limits come to on base. One that base is not shown to keep either says nothing of
 * what head changed, so it informs: whether head got worse, the change's own test tells.
 */
final class BaseLimits {
  private final @Nullable ArmLaunches base;

  /**
   * The limits of a run or a comparison.
   *
   * @param base null in a run, whose limits hold whatever was before
   */
  BaseLimits(@Nullable ArmLaunches base) {
    this.base = base;
  }

  /** Says that base does not keep the ceiling; nothing where it does, or was not measured. */
  Optional<String> breaks(Ceiling limit, String scenario, Mode mode, Metric metric) {
    if (base == null) {
      return Optional.empty();
    }
    double[] values = Values.of(metric, base.measuring(scenario, mode, metric));
    String unit = metric.unit().symbol();
    return said(
        LimitRule.ceiling(MeanInterval.of(values), limit.value(), unit, metric.direction()), unit);
  }

  /** Says that base does not keep the limit; nothing where it does, or has no contrast. */
  Optional<String> breaks(ContrastLimit limit, String scenario, Metric metric) {
    if (base == null) {
      return Optional.empty();
    }
    ModePairs pairs = ModePairs.of(base, scenario, metric);
    if (pairs.whyNoContrast(metric).isPresent()) {
      return Optional.empty();
    }
    double[] virtual = Values.of(metric, pairs.virtual());
    double[] platform = Values.of(metric, pairs.platform());
    return said(LimitRule.contrast(PairedRatio.of(virtual, platform), limit.atMost()), "ratio");
  }

  private static Optional<String> said(LimitFinding finding, String unit) {
    return finding
        .broken()
        .map(bounds ->
            "base is not shown to keep the limit either: " + Figures.of(bounds.value(), unit));
  }
}
