package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.LimitFinding.Allowed;
import loomwatch.judge.verdict.LimitFinding.Bounds;
import loomwatch.judge.verdict.LimitFinding.Kind;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Judges an interval against the largest value allowed: regressed when the lower one-sided 95 %
 * bound is above the limit, passed when the upper bound is not, and otherwise inconclusive. Where
 * higher is better, the limit is the smallest value allowed, and the rule is mirrored.
 */
final class LimitRule {
  private LimitRule() {}

  /** Judges a mean over launches against a ceiling; a minimum where higher is better. */
  static LimitFinding ceiling(
      Estimate<MeanInterval> estimate, double limit, String unit, Direction better) {
    Allowed allowed = new Allowed(Kind.CEILING, limit, unit, better);
    return switch (estimate) {
      case Inconclusive<MeanInterval>(int samples, int needed) ->
          new LimitFinding.TooFew(allowed, samples, needed);
      case Known<MeanInterval>(MeanInterval m) ->
          judge(
              allowed,
              new Bounds(m.mean(), Math.max(0, m.low()), m.high(), m.samples()),
              m.samplesToSeparate(Math.abs(m.mean() - limit), MeanInterval.ONE_SIDED_LEVEL));
    };
  }

  /** Judges virtual ÷ platform over rounds. */
  static LimitFinding ratio(Estimate<PairedRatio> estimate, double most) {
    Allowed allowed = new Allowed(Kind.RATIO, most, "ratio", Direction.LOWER_IS_BETTER);
    return switch (estimate) {
      case Inconclusive<PairedRatio>(int samples, int needed) ->
          new LimitFinding.TooFew(allowed, samples, needed);
      case Known<PairedRatio>(PairedRatio r) ->
          judge(
              allowed,
              new Bounds(r.ratio(), r.low(), r.high(), r.logs().samples()),
              r.logs()
                  .samplesToSeparate(
                      Math.abs(r.logs().mean() - Math.log(most)), MeanInterval.ONE_SIDED_LEVEL));
    };
  }

  private static LimitFinding judge(Allowed allowed, Bounds bounds, OptionalInt enough) {
    double limit = allowed.limit();
    if (allowed.isMost() ? bounds.low() > limit : bounds.high() < limit) {
      return new LimitFinding.Beyond(allowed, bounds);
    }
    return (allowed.isMost() ? bounds.high() <= limit : bounds.low() >= limit)
        ? new LimitFinding.Within(allowed, bounds)
        : new LimitFinding.Astride(allowed, bounds, enough.orElse(0));
  }

  /**
   * The ruling on what was measured of head.
   *
   * @param most largest value allowed; empty without a limit
   */
  record LimitRuling(OptionalDouble most, Ruling ruling) {

    static LimitRuling none(String reason) {
      return new LimitRuling(OptionalDouble.empty(), new Ruling.Silent(reason));
    }

    static LimitRuling of(Limit limit, double most, Finding finding) {
      return new LimitRuling(
          OptionalDouble.of(most), new LimitResult(finding, limit.gates(), limit.terms().why()));
    }

    /** Returns an invalid ruling in place of a pass if other launches failed. */
    LimitRuling despite(List<DiscardedLaunch> failed) {
      return ruling instanceof LimitResult(Finding finding, boolean gate, String why)
              && passes()
              && !failed.isEmpty()
          ? new LimitRuling(
              most, new LimitResult(new Finding.Discarded(finding, failed), gate, why))
          : this;
    }

    /** Returns whether the limit is shown to be violated. */
    boolean isBeyond() {
      return ruling instanceof LimitResult found && found.finding() instanceof LimitFinding.Beyond;
    }

    /** Returns whether the limit is met. */
    boolean passes() {
      return ruling instanceof LimitResult found && found.finding().outcome() == Outcome.PASS;
    }

    /** Returns this ruling as informational if base is not shown to meet the limit either. */
    LimitRuling inheritedFrom(LimitFinding ofBase) {
      return ruling instanceof LimitResult found
              && found.finding() instanceof LimitFinding.UnmetLimit ofHead
              && ofBase instanceof LimitFinding.UnmetLimit before
          ? new LimitRuling(
              most,
              new LimitResult(
                  new LimitFinding.Inherited(ofHead, before.bounds()), false, found.why()))
          : this;
    }

    /** Returns this ruling as informational. */
    LimitRuling informing() {
      return ruling instanceof LimitResult(Finding finding, boolean gate, String why)
          ? new LimitRuling(most, new LimitResult(finding, false, why))
          : this;
    }
  }

  /**
   * Judges absolute limits on base, in the rounds in which head was measured too. A limit that base
   * is not shown to meet blocks only if a paired t test shows that head is worse.
   *
   * @param base null in a run, whose limits apply independently of base
   * @param level level of the paired t test; 0 before the first interim analysis
   */
  record BaseLimits(@Nullable VariantLaunches base, VariantLaunches head, double level) {
    LimitRuling beside(
        LimitRuling ofHead, Ceiling limit, String scenario, Mode mode, Metric metric) {
      Optional<VariantPairs> known = pairs(scenario, mode, metric);
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

    LimitRuling beside(LimitRuling ofHead, RatioLimit limit, String scenario, Metric metric) {
      Optional<VariantPairs> platform = pairs(scenario, Mode.PLATFORM, metric);
      Optional<VariantPairs> virtual = pairs(scenario, Mode.VIRTUAL, metric);
      if (platform.isEmpty() || virtual.isEmpty()) {
        return ofHead;
      }
      VariantPairs platforms = inRoundsOf(virtual.get(), platform.get());
      VariantPairs virtuals = inRoundsOf(platform.get(), virtual.get());
      if (platforms.isEmpty() || hasZero(platforms) || hasZero(virtuals)) {
        return ofHead;
      }
      LimitFinding ofBase =
          LimitRule.ratio(
              PairedRatio.of(virtuals.baseValues(), platforms.baseValues()), limit.atMost());
      double[] before = logRatios(virtuals.baseValues(), platforms.baseValues());
      double[] after = logRatios(virtuals.headValues(), platforms.headValues());
      return ofHead.isBeyond() && isWorse(before, after, 1) ? ofHead : ofHead.inheritedFrom(ofBase);
    }

    /** Returns the pairs, or empty where base cannot be judged. */
    private Optional<VariantPairs> pairs(String scenario, Mode mode, Metric metric) {
      return Optional.ofNullable(base)
          .map(variant -> VariantPairs.of(variant, head, scenario, mode, metric))
          .filter(pairs -> !pairs.isEmpty() && !pairs.anyBound() && pairs.tooFew().isEmpty());
    }

    private static VariantPairs inRoundsOf(VariantPairs other, VariantPairs pairs) {
      List<Integer> others =
          pairs.rounds().stream().filter(round -> !other.rounds().contains(round)).toList();
      return pairs.without(others);
    }

    private static boolean hasZero(VariantPairs pairs) {
      return DoubleStream.concat(
              DoubleStream.of(pairs.baseValues()), DoubleStream.of(pairs.headValues()))
          .anyMatch(value -> value <= 0);
    }

    private static double[] logRatios(double[] virtual, double[] platform) {
      return IntStream.range(0, virtual.length)
          .mapToDouble(i -> Math.log(virtual[i] / platform[i]))
          .toArray();
    }

    /** Tests pairs by round; {@code worse} is 1 where lower is better, and −1 where higher is. */
    private boolean isWorse(double[] before, double[] after, int worse) {
      double[] differences =
          IntStream.range(0, after.length)
              .mapToDouble(i -> worse * (after[i] - before[i]))
              .toArray();
      return MeanInterval.of(differences) instanceof Known<MeanInterval>(MeanInterval mean)
          && mean.pOfMore() <= level;
    }
  }
}
