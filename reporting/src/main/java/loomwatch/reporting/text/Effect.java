package loomwatch.reporting.text;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.ChangeAssessment.TwoSided;
import loomwatch.judge.verdict.Change.ChangeAssessment.Untested;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MethodChange;
import loomwatch.judge.verdict.MetricVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Formats the figures of a change: percent relative to head's own figure ({@link
 * HeadRelativeChange}) with a sign, positive = worse. A digit is shown when the standard error
 * supports it; the 90 % interval reaches about two standard errors to either side with few pairs.
 */
public final class Effect {
  public static final String NOTHING = "–";

  /** Maximum number of decimals of a percentage. */
  private static final int FINEST = 2;

  private static final double ERRORS_IN_INTERVAL = 4;
  private static final double SMALLEST_SHOWN = 1e-4;

  private Effect() {}

  /** Returns, for example, {@code +14.6 %}. */
  public static String change(MetricVerdict line) {
    return figure(line).map(Effect::change).orElse(NOTHING);
  }

  private static String change(HeadRelativeChange figure) {
    return signed(figure.percent(), decimals(figure)) + " %";
  }

  /** Returns the size without its sign: {@code 14.6 %}. */
  public static String size(MetricVerdict line) {
    return figure(line)
        .map(figure -> Digits.number(Math.abs(figure.percent()), decimals(figure)) + " %")
        .orElse(NOTHING);
  }

  /** Returns {@code +10.9 % to +18.4 %}; empty without an interval. */
  public static String interval(MetricVerdict line) {
    return bounded(line).map(Effect::interval).orElse("");
  }

  private static String interval(HeadRelativeChange figure) {
    Interval interval = Objects.requireNonNull(figure.interval());
    int decimals = decimals(figure);
    return signed(interval.low(), decimals) + " % to " + signed(interval.high(), decimals) + " %";
  }

  /** Returns, for example, {@code +14.6 % (+10.9 % to +18.4 %)}. */
  public static String withInterval(MetricVerdict line) {
    String interval = interval(line);
    return change(line) + (interval.isEmpty() ? "" : " (" + interval + ")");
  }

  /** Returns the same of a method's time. */
  public static String withInterval(MethodChange method) {
    HeadRelativeChange figure =
        new HeadRelativeChange(method.percent(), method.interval(), OptionalDouble.empty());
    return change(figure) + " (" + interval(figure) + ")";
  }

  /** Returns the 95 % upper confidence bound, without its sign. */
  public static String most(MetricVerdict line) {
    return bounded(line)
        .map(figure ->
            Digits.number(Objects.requireNonNull(figure.interval()).high(), decimals(figure))
                + " %")
        .orElse(NOTHING);
  }

  private static Optional<HeadRelativeChange> bounded(MetricVerdict line) {
    return figure(line).filter(figure -> figure.interval() != null);
  }

  private static Optional<HeadRelativeChange> figure(MetricVerdict line) {
    return line.change()
        .flatMap(Change::ratio)
        .map(ratio -> HeadRelativeChange.of(line.metric(), ratio));
  }

  /** Returns the tolerance of the thresholds: {@code 5 %}. */
  public static String tolerance(Change change) {
    return change
        .judged()
        .map(judged -> plain(judged.tolerancePercent(), 4) + " %")
        .orElse(NOTHING);
  }

  /** Returns the smallest detectable effect. */
  public static String smallest(MetricVerdict line) {
    OptionalDouble seen =
        figure(line).map(HeadRelativeChange::mdePercent).orElseGet(OptionalDouble::empty);
    return seen.isEmpty() ? NOTHING : smallest(seen.getAsDouble());
  }

  /** Returns this host's noise floor; empty where it is not calibrated. */
  public static String floor(Change change) {
    OptionalDouble floor = change.floorPercent();
    return floor.isEmpty() ? "" : plain(floor.getAsDouble(), 2) + " %";
  }

  public static String smallest(@Nullable Double percent) {
    return percent == null ? NOTHING : plain(percent, 2) + " %";
  }

  /** Returns the p value of the observed direction. */
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

  /** Returns, for example, {@code 0.031} or {@code < 0.0001}. */
  public static String shown(@Nullable Double p) {
    if (p == null) {
      return NOTHING;
    }
    return p < SMALLEST_SHOWN
        ? "< " + String.format(Locale.ROOT, "%.4f", SMALLEST_SHOWN)
        : plain(p, 2);
  }

  /** Returns {@code p 0.031} or {@code p < 0.0001}; empty where nothing was tested. */
  public static String inWords(@Nullable Double p) {
    return p == null ? "" : "p " + shown(p);
  }

  /** Returns a share of 1 with two digits: {@code 0.34 %}. */
  public static String share(double share) {
    return plain(100 * share, 2) + " %";
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

  private static int decimals(HeadRelativeChange figure) {
    Interval interval = figure.interval();
    Double error =
        interval == null ? null : (interval.high() - interval.low()) / ERRORS_IN_INTERVAL;
    return Math.min(FINEST, Digits.decimals(figure.percent(), error));
  }
}
