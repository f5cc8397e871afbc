package loomwatch.tell.text;

import java.util.Locale;
import loomwatch.judge.verdict.Attribution.Part;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
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
    Double effect = change.effectPercent();
    return effect == null ? NOTHING : change(effect, change.effectInterval());
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
    Double effect = change.effectPercent();
    return effect == null
        ? NOTHING
        : Digits.number(Math.abs(effect), decimals(effect, change.effectInterval())) + " %";
  }

  /** {@code +10.9 % to +18.4 %}; empty without an interval. */
  public static String interval(Change change) {
    Double effect = change.effectPercent();
    return effect == null ? "" : interval(effect, change.effectInterval());
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
    Interval interval = change.effectInterval();
    Double effect = change.effectPercent();
    return interval == null || effect == null
        ? NOTHING
        : Digits.number(interval.high(), decimals(effect, interval)) + " %";
  }

  /** What the policy allows: {@code 5 %}. */
  public static String tolerance(Change change) {
    Double tolerance = change.tolerancePercent();
    return tolerance == null ? NOTHING : plain(tolerance, 4) + " %";
  }

  /** The smallest effect that would have been seen. */
  public static String smallest(Change change) {
    return smallest(change.mdePercent());
  }

  /** What comparisons of one subject with itself show on this host; empty where not calibrated. */
  public static String floor(Change change) {
    Double floor = change.floorPercent();
    return floor == null ? "" : plain(floor, 2) + " %";
  }

  public static String smallest(@Nullable Double percent) {
    return percent == null ? NOTHING : plain(percent, 2) + " %";
  }

  /** The p of the direction it went. */
  public static @Nullable Double p(Change change) {
    Double effect = change.effectPercent();
    Double better = change.pBetter();
    return effect != null && effect < 0 && better != null ? better : change.pAdjusted();
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
