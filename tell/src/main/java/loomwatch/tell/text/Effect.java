package loomwatch.tell.text;

import java.util.Locale;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Attribution.Part;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Size.OnePair;
import loomwatch.judge.verdict.Size.Pairs;
import loomwatch.judge.verdict.Size.Ratio;
import loomwatch.judge.verdict.Standing.Judged;
import loomwatch.judge.verdict.Standing.TwoSided;
import loomwatch.judge.verdict.Standing.Untested;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a change as people read them: percent with a sign, positive = worse. A digit is
 * shown when the standard error supports it; the 90 % interval reaches about two of them to either
 * side at the few pairs there are.
 */
public final class Effect {
  public static final String NOTHING = "–";

  /** Finer than a hundredth of a percent nothing is worth knowing. */
  private static final int FINEST = 2;

  private static final double ERRORS_IN_INTERVAL = 4;
  private static final double SMALLEST_SHOWN = 1e-4;

  private Effect() {}

  /** {@code +14.6 %}. */
  public static String change(Change change) {
    return change.ratio().map(ratio -> change(ratio.percent(), interval(ratio))).orElse(NOTHING);
  }

  private static String change(double effect, @Nullable Interval interval) {
    return signed(effect, decimals(effect, interval)) + " %";
  }

  /** {@code +14.6 %}. */
  public static String change(Part part) {
    return change(part.effectPercent(), part.effectInterval());
  }

  /** Without its sign, for a sentence that says the direction: {@code 14.6 %}. */
  public static String size(Change change) {
    return change.ratio().map(Effect::size).orElse(NOTHING);
  }

  private static String size(Ratio ratio) {
    double effect = ratio.percent();
    return Digits.number(Math.abs(effect), decimals(effect, interval(ratio))) + " %";
  }

  private static @Nullable Interval interval(Ratio ratio) {
    return switch (ratio) {
      case OnePair one -> null;
      case Pairs several -> several.interval();
    };
  }

  /** {@code +10.9 % to +18.4 %}; empty without an interval. */
  public static String interval(Change change) {
    return change.ratio().map(ratio -> interval(ratio.percent(), interval(ratio))).orElse("");
  }

  /** {@code +10.9 % to +18.4 %}; empty without an interval. */
  public static String interval(Part part) {
    return interval(part.effectPercent(), part.effectInterval());
  }

  private static String interval(double effect, @Nullable Interval interval) {
    if (interval == null) {
      return "";
    }
    int decimals = decimals(effect, interval);
    return signed(interval.low(), decimals) + " % to " + signed(interval.high(), decimals) + " %";
  }

  /** {@code +14.6 % (+10.9 % to +18.4 %)}. */
  public static String withInterval(Change change) {
    return withInterval(change(change), interval(change));
  }

  /** {@code +14.6 % (+10.9 % to +18.4 %)}. */
  public static String withInterval(Part part) {
    return withInterval(change(part), interval(part));
  }

  private static String withInterval(String effect, String interval) {
    return effect + (interval.isEmpty() ? "" : " (" + interval + ")");
  }

  /** The worst it may be with 95 % confidence, without its sign. */
  public static String most(Change change) {
    return change
        .bounded()
        .map(size -> {
          int decimals = decimals(size.percent(), size.interval());
          return Digits.number(size.interval().high(), decimals) + " %";
        })
        .orElse(NOTHING);
  }

  /** What the policy allows: {@code 5 %}. */
  public static String tolerance(Change change) {
    return change
        .judged()
        .map(judged -> plain(judged.tolerancePercent(), 4) + " %")
        .orElse(NOTHING);
  }

  /** The smallest effect that would have been seen. */
  public static String smallest(Change change) {
    OptionalDouble seen = change.bounded().map(Pairs::mdePercent).orElseGet(OptionalDouble::empty);
    return seen.isEmpty() ? NOTHING : smallest(seen.getAsDouble());
  }

  /** What comparisons of one subject with itself show on this host; empty where not calibrated. */
  public static String floor(Change change) {
    OptionalDouble floor = change.floorPercent();
    return floor.isEmpty() ? "" : plain(floor.getAsDouble(), 2) + " %";
  }

  public static String smallest(@Nullable Double percent) {
    return percent == null ? NOTHING : plain(percent, 2) + " %";
  }

  /** The p of the direction it went. */
  public static @Nullable Double p(Change change) {
    return switch (change.standing()) {
      case Untested none -> null;
      case TwoSided(double p) -> p;
      case Judged judged ->
          judged
              .tested()
              .map(tested -> isBetter(change) ? tested.better() : tested.worse())
              .orElse(null);
    };
  }

  private static boolean isBetter(Change change) {
    return change.ratio().filter(ratio -> ratio.percent() < 0).isPresent();
  }

  /** {@code 0.031}, {@code < 0.0001}. */
  public static String shown(@Nullable Double p) {
    if (p == null) {
      return NOTHING;
    }
    return p < SMALLEST_SHOWN
        ? "< " + String.format(Locale.ROOT, "%.4f", SMALLEST_SHOWN)
        : plain(p, 2);
  }

  /** For a sentence: {@code p 0.031}, {@code p < 0.0001}; empty where nothing was tested. */
  public static String inWords(@Nullable Double p) {
    return p == null ? "" : "p " + shown(p);
  }

  private static String plain(double number, int digits) {
    int decimals = number == 0 ? 0 : Math.max(0, Digits.significant(number, digits));
    String text = Digits.number(number, decimals);
    return text.matches("[\\d,]+\\.\\d+") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  private static String signed(double percent, int decimals) {
    String number = Digits.number(percent, decimals);
    return (percent > 0 && number.matches(".*[1-9].*") ? "+" : "") + number;
  }

  private static int decimals(double effect, @Nullable Interval interval) {
    Double error =
        interval == null ? null : (interval.high() - interval.low()) / ERRORS_IN_INTERVAL;
    return Math.min(FINEST, Digits.decimals(effect, error));
  }
}
