package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.ContrastLimit;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * What absolute limits come to on base, in the blocks that head was measured in too. One that base
 * is not shown to keep fails a build where head is shown to be worse, by a paired t test, and
 * otherwise informs.
 */
final class BaseLimits {
  private final @Nullable ArmLaunches base;
  private final ArmLaunches head;
  private final double level;

  /**
   * The limits of a run or a comparison.
   *
   * @param base null in a run, whose limits hold whatever was before
   * @param level at which head is shown to be worse; 0 before the first look
   */
  BaseLimits(@Nullable ArmLaunches base, ArmLaunches head, double level) {
    this.level = level;
    this.base = base;
    this.head = head;
  }

  /** What it comes to beside base. */
  LimitRuling beside(LimitRuling ofHead, Ceiling limit, String scenario, Mode mode, Metric metric) {
    Optional<ArmPairs> known = pairs(scenario, mode, metric);
    if (known.isEmpty()) {
      return ofHead;
    }
    double[] before = known.get().baseValues();
    double[] after = known.get().headValues();
    int worse = metric.direction() == Direction.LOWER_IS_BETTER ? 1 : -1;
    LimitFinding ofBase =
        LimitRule.ceiling(
            MeanInterval.of(before), limit.value(), metric.unit().symbol(), metric.direction());
    return ofHead.isBeyond() && isWorse(before, after, worse)
        ? ofHead
        : ofHead.inheritedFrom(ofBase);
  }

  /** What it comes to beside base. */
  LimitRuling beside(LimitRuling ofHead, ContrastLimit limit, String scenario, Metric metric) {
    Optional<ArmPairs> platform = pairs(scenario, Mode.PLATFORM, metric);
    Optional<ArmPairs> virtual = pairs(scenario, Mode.VIRTUAL, metric);
    if (platform.isEmpty() || virtual.isEmpty()) {
      return ofHead;
    }
    ArmPairs platforms = inBlocksOf(virtual.get(), platform.get());
    ArmPairs virtuals = inBlocksOf(platform.get(), virtual.get());
    if (platforms.isEmpty() || hasZero(platforms) || hasZero(virtuals)) {
      return ofHead;
    }
    LimitFinding ofBase =
        LimitRule.contrast(
            PairedRatio.of(virtuals.baseValues(), platforms.baseValues()), limit.atMost());
    double[] before = logRatios(virtuals.baseValues(), platforms.baseValues());
    double[] after = logRatios(virtuals.headValues(), platforms.headValues());
    return ofHead.isBeyond() && isWorse(before, after, 1) ? ofHead : ofHead.inheritedFrom(ofBase);
  }

  /** Nothing where base does not tell enough to excuse anything. */
  private Optional<ArmPairs> pairs(String scenario, Mode mode, Metric metric) {
    return Optional.ofNullable(base)
        .map(arm -> ArmPairs.of(arm, head, scenario, mode, metric))
        .filter(pairs -> !pairs.isEmpty() && !pairs.anyBound() && pairs.tooFew().isEmpty());
  }

  private static ArmPairs inBlocksOf(ArmPairs other, ArmPairs pairs) {
    List<Integer> others =
        pairs.blocks().stream().filter(block -> !other.blocks().contains(block)).toList();
    return pairs.without(others);
  }

  private static boolean hasZero(ArmPairs pairs) {
    return DoubleStream.concat(
            DoubleStream.of(pairs.baseValues()), DoubleStream.of(pairs.headValues()))
        .anyMatch(value -> value <= 0);
  }

  private static double[] logRatios(double[] virtual, double[] platform) {
    return IntStream.range(0, virtual.length)
        .mapToDouble(i -> Math.log(virtual[i] / platform[i]))
        .toArray();
  }

  /** By block; worse is 1 where more is worse, and −1 where less is. */
  private boolean isWorse(double[] before, double[] after, int worse) {
    double[] differences =
        IntStream.range(0, after.length).mapToDouble(i -> worse * (after[i] - before[i])).toArray();
    return MeanInterval.of(differences) instanceof Known<MeanInterval>(MeanInterval mean)
        && mean.pOfMore() <= level;
  }
}
