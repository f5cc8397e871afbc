package loomwatch.reporting.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Formats numbers without digits that their uncertainty does not support.
 *
 * <p>The rule is the Particle Data Group's (Review of Particle Physics, Introduction, "Rounding"):
 * of the uncertainty's three leading digits, 100 to 354 keep two, 355 to 949 keep one, and 950 to
 * 999 round up to 1000 and keep two; the value ends at the same place.
 */
public final class Digits {
  /** Maximum number of digits, however narrow the interval is. */
  private static final int MOST = 4;

  /** Number of digits of a value whose uncertainty is unknown. */
  private static final int WITHOUT_UNCERTAINTY = 3;

  /** Values with more decimals or from 1e15 on are shown with an exponent. */
  private static final int MOST_DECIMALS = 12;

  private static final double PLAIN_BELOW = 1e15;
  private static final BigDecimal GROUPED_FROM = BigDecimal.valueOf(10_000);

  private Digits() {}

  /** Returns the number of decimals to show; negative for tens, hundreds and so on. */
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

  /** Returns the number rounded half up; with thousands separators from ten thousand on. */
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

  /** Returns half an interval's width, at least one unit of the last place. */
  static String uncertainty(double value, double half, int decimals) {
    if (exact(value, half)) {
      return "0";
    }
    return number(Math.max(half, Math.pow(10, -decimals)), decimals);
  }

  /** Returns whether the uncertainty is 0, except for binary rounding. */
  private static boolean exact(double value, double uncertainty) {
    return uncertainty <= 1e-12 * Math.abs(value);
  }

  /** Returns the number of decimals that gives so many significant digits. */
  static int significant(double value, int digits) {
    return digits - 1 - exponent(value);
  }

  private static int exponent(double value) {
    BigDecimal exact = BigDecimal.valueOf(Math.abs(value));
    return exact.precision() - exact.scale() - 1;
  }

  /** Returns the decimals that the number itself has within {@link #MOST} significant digits. */
  private static int places(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(MOST));
    return rounded.signum() == 0 ? 0 : Math.max(0, rounded.stripTrailingZeros().scale());
  }
}
