package loomwatch.judge.verdict;

import java.util.OptionalInt;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.statistics.Spread;

/**
 * An interval against the most allowed: regressed when its lower one-sided 95 % bound is above the
 * limit, passed when its upper one is not, and otherwise inconclusive.
 *
 * @param what the value is called, such as {@code mean}
 * @param limit what the limit is called
 * @param each what the value is taken over: {@code launch} or {@code block}
 * @param unit of value and limit
 */
record LimitRule(String what, String limit, String each, String unit) {

  /** A ceiling on a mean over launches. */
  static LimitRule ceiling(String unit) {
    return new LimitRule("mean", "ceiling", "launch", unit);
  }

  /** A limit on virtual ÷ platform over blocks. */
  static LimitRule contrast() {
    return new LimitRule("virtual ÷ platform", "limit", "block", "ratio");
  }

  Finding judgeMean(Estimate<MeanInterval> estimate, double most) {
    return switch (estimate) {
      case Inconclusive<MeanInterval>(int samples, int needed) -> tooFew(samples, needed, most);
      case Known<MeanInterval>(MeanInterval m) ->
          judge(
              new Figure(m.mean(), m.low(), m.high(), m.samples()),
              most,
              Spread.samplesToSeparate(m.standardDeviation(), Math.abs(m.mean() - most)));
    };
  }

  Finding judgeRatio(Estimate<PairedRatio> estimate, double most) {
    return switch (estimate) {
      case Inconclusive<PairedRatio>(int samples, int needed) -> tooFew(samples, needed, most);
      case Known<PairedRatio>(PairedRatio r) ->
          judge(
              new Figure(r.ratio(), r.low(), r.high(), r.logs().samples()),
              most,
              Spread.samplesToSeparate(
                  r.logs().standardDeviation(), Math.abs(r.logs().mean() - Math.log(most))));
    };
  }

  private record Figure(double value, double low, double high, int count) {}

  private Finding judge(Figure figure, double most, OptionalInt wouldTell) {
    String start = what + " of " + Words.count(figure.count(), each) + " " + shown(figure.value());
    if (figure.low() > most) {
      return new Finding.AsTold(
          Outcome.REGRESSED,
          "%s, with 95 %% confidence at least %s: above the %s of %s"
              .formatted(start, shown(figure.low()), limit, shown(most)));
    }
    if (figure.high() <= most) {
      return new Finding.AsTold(
          Outcome.PASS,
          "%s, with 95 %% confidence at most %s: within the %s of %s"
              .formatted(start, shown(figure.high()), limit, shown(most)));
    }
    return new Finding.AsTold(
        Outcome.INCONCLUSIVE,
        "%s, 90 %% interval %s to %s: the %s of %s lies inside; %s"
            .formatted(
                start,
                shown(figure.low()),
                shown(figure.high()),
                limit,
                shown(most),
                whatWouldHelp(wouldTell)));
  }

  private String whatWouldHelp(OptionalInt wouldTell) {
    return wouldTell.isPresent()
        ? "about "
            + Words.count(wouldTell.getAsInt(), each)
            + " in all would tell, if value and spread stay"
        : "the value lies so near the " + limit + " that more launches will not tell";
  }

  private Finding tooFew(int samples, int needed, double most) {
    return new Finding.AsTold(
        Outcome.INCONCLUSIVE,
        "%s %s no interval; the %s of %s needs at least %s"
            .formatted(
                Words.count(samples, each),
                samples == 1 ? "has" : "have",
                limit,
                shown(most),
                Words.count(needed, each)));
  }

  private String shown(double value) {
    return Figures.of(value, unit);
  }
}
