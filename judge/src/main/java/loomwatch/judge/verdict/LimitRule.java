package loomwatch.judge.verdict;

import java.util.OptionalInt;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.verdict.LimitFinding.Allowed;
import loomwatch.judge.verdict.LimitFinding.Bounds;
import loomwatch.judge.verdict.LimitFinding.Kind;
import loomwatch.results.Metric.Direction;

/**
 * An interval against the most allowed: regressed when its lower one-sided 95 % bound is above the
 * limit, passed when its upper one is not, and otherwise inconclusive. Where more is better, the
 * limit is the least allowed, and all this is the other way round.
 */
final class LimitRule {
  private LimitRule() {}

  /** A ceiling on a mean over launches, in that unit; the least allowed where more is better. */
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

  /** A limit on virtual ÷ platform over blocks. */
  static LimitFinding contrast(Estimate<PairedRatio> estimate, double most) {
    Allowed allowed = new Allowed(Kind.CONTRAST, most, "ratio", Direction.LOWER_IS_BETTER);
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

  private static LimitFinding judge(Allowed allowed, Bounds bounds, OptionalInt wouldTell) {
    double limit = allowed.limit();
    if (allowed.isMost() ? bounds.low() > limit : bounds.high() < limit) {
      return new LimitFinding.Beyond(allowed, bounds);
    }
    return (allowed.isMost() ? bounds.high() <= limit : bounds.low() >= limit)
        ? new LimitFinding.Within(allowed, bounds)
        : new LimitFinding.Astride(allowed, bounds, wouldTell.orElse(0));
  }
}
