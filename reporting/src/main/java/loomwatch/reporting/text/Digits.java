package loomwatch.reporting.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with no digit that their uncertainty does not support.
 *
 * <p>The rule is the Particle Data Group's (Review of Particle Physics, Introduction, "Rounding"):
 * of the uncertainty's three leading digits, 100 to 354 keep two, 355 to 949 keep one, and 950 to
 * 999 round up to 1000 and keep two; the value ends at the same place.
 */
public final class Digits {
  /** More than this nobody reads, however narrow the interval. */
  private static final int MOST = 4;

  /** Of a number that nobody knows the uncertainty of. */
  private static final int WITHOUT_UNCERTAINTY = 3;

  /** Beyond these a number is no measurement of ours, and is shown with an exponent. */
  private static final int MOST_DECIMALS = 12;

  private static final double PLAIN_BELOW = 1e15;
  private static final BigDecimal GROUPED_FROM = BigDecimal.valueOf(10_000);

  private Digits() {}

  /** The place a value ends at: digits after the point, negative for tens, hundreds and so on. */
  public static int decimals(double value, @Nullable Double uncertainty) {
    if (uncertainty == null) {
      return value == 0 ? 0 : Math.min(places(value), significant(value, WITHOUT_UNCERTAINTY));
    }
    if (exact(value, uncertainty)) {
      return places(value);
    }
    int exponent = exponent(uncertainty);
    double leading = uncertainty / Math.pow(10, exponent - 2);
    int supported = leading < 354.5 ? 1 - exponent : -exponent;
    return value == 0 ? supported : Math.min(supported, significant(value, MOST));
  }

  /** Rounded half up to that place; from ten thousand on with commas. */
  public static String number(double value, int decimals) {
    if (Math.abs(value) >= PLAIN_BELOW || value != 0 && decimals > MOST_DECIMALS) {
      return String.format(Locale.ROOT, "%.2e", value).replace('-', '−');
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    if (rounded.signum() == 0) {
      return BigDecimal.ZERO.setScale(Math.max(0, decimals)).toPlainString();
    }
    String text =
        rounded.abs().compareTo(GROUPED_FROM) < 0
            ? rounded.toPlainString()
            : String.format(Locale.ROOT, "%,." + Math.max(0, decimals) + "f", rounded);
    return text.replace('-', '−');
  }

  /** Half an interval's width at that place, rounded up rather than to nothing. */
  static String uncertainty(double value, double half, int decimals) {
    if (exact(value, half)) {
      return "0";
    }
    return number(Math.max(half, Math.pow(10, -decimals)), decimals);
  }

  /** Whether the uncertainty is none, or what rounding in binary leaves of none. */
  private static boolean exact(double value, double uncertainty) {
    return uncertainty <= 1e-12 * Math.abs(value);
  }

  /** The place after that many digits from the first that is not 0. */
  static int significant(double value, int digits) {
    return digits - 1 - exponent(value);
  }

  private static int exponent(double value) {
    BigDecimal exact = BigDecimal.valueOf(Math.abs(value));
    return exact.precision() - exact.scale() - 1;
  }

  /** Digits after the point that the number itself has, of the {@link #MOST} first. */
  private static int places(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(MOST));
    return rounded.signum() == 0 ? 0 : Math.max(0, rounded.stripTrailingZeros().scale());
  }
}
