package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.LaunchValues.Percentiles;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Often;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Valued;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * One metric of one scenario, judged.
 *
 * @param unit unit of value, interval and limit: the metric's base unit, or {@code ratio}
 * @param limit ceiling, or largest ratio allowed; empty without a limit
 * @param launches number of valid launches, or rounds for a ratio
 * @param ruling ruling of limit and change together
 * @param ofLimit result of the limit alone, if there is a change too; otherwise empty
 * @param change change from base to head; empty where only head was measured
 */
public record MetricVerdict(
    String scenario,
    JudgedMode mode,
    Metric metric,
    String unit,
    Direction direction,
    OptionalDouble limit,
    MeanValue measured,
    int launches,
    Ruling ruling,
    List<String> doubts,
    Optional<LimitResult> ofLimit,
    Optional<Change> change) {

  public MetricVerdict {
    doubts = List.copyOf(doubts);
  }

  static MetricVerdict of(MetricKey key, MeasuredMean mean, LimitRuling limit) {
    return new MetricVerdict(
        key.scenario(),
        key.mode(),
        key.metric(),
        key.unit(),
        key.metric().direction(),
        limit.most(),
        mean.measured(),
        mean.launches(),
        limit.ruling(),
        mean.doubts(),
        Optional.empty(),
        Optional.empty());
  }

  public MetricKey key() {
    return new MetricKey(scenario, mode, metric);
  }

  /** Returns whether the line is blocking. */
  public boolean gate() {
    return ruling instanceof LimitResult found && found.gate();
  }

  /** Returns whether there are too few requests to distinguish variants. */
  public boolean isOfFewRequests() {
    return Percentiles.areFew(doubts);
  }

  /** Returns the outcome; null without a limit. */
  public @Nullable Outcome verdict() {
    return ruling instanceof LimitResult found ? found.verdict() : null;
  }

  /** Returns whether head is not shown to meet the limit, but base is not either. */
  public boolean limitIsInherited() {
    Ruling limit = ofLimit.<Ruling>map(found -> found).orElse(ruling);
    return limit instanceof LimitResult found && found.finding() instanceof LimitFinding.Inherited;
  }

  /** Returns whether head is shown to be worse than base, blocking or not. */
  public boolean gotWorse() {
    return change
        .flatMap(Change::found)
        .filter(found -> found.verdict() == Outcome.REGRESSED)
        .isPresent();
  }

  public String reason() {
    return ruling.reason();
  }

  /** Returns the reason given in the thresholds, or null. */
  public @Nullable String why() {
    return ruling instanceof LimitResult found ? found.why() : null;
  }

  /** Returns the mean over launches (geometric for a ratio); null without a valid measurement. */
  public @Nullable Double value() {
    return measured instanceof Valued valued ? valued.value() : null;
  }

  /** Returns the interval of the value; null with fewer than two launches. */
  public @Nullable Interval interval() {
    return measured instanceof Often often ? often.interval() : null;
  }

  /** Returns this line with the result of the limit alone, without its change. */
  public MetricVerdict alone(LimitResult ofThatLimit) {
    return with(ofThatLimit, Optional.empty(), Optional.empty(), doubts);
  }

  MetricVerdict with(Change other) {
    return with(ruling, ofLimit, Optional.of(other), doubts);
  }

  MetricVerdict with(
      Ruling both, Optional<LimitResult> alone, Optional<Change> other, List<String> weaknesses) {
    return new MetricVerdict(
        scenario,
        mode,
        metric,
        unit,
        direction,
        limit,
        measured,
        launches,
        both,
        weaknesses,
        alone,
        other);
  }

  /** The mean of one metric, before any limit. */
  public sealed interface MeanValue {

    /** There is no valid measurement. */
    record Nothing() implements MeanValue {}

    sealed interface Valued extends MeanValue {
      /** Returns the mean over launches; geometric for a ratio. */
      double value();
    }

    /** The value of one launch, which has no interval. */
    record Once(double value) implements Valued {}

    /** The mean of two launches or more. */
    record Often(double value, Interval interval) implements Valued {}
  }

  /** A mean with its doubts; {@code launches} counts rounds for a ratio. */
  record MeasuredMean(MeanValue measured, int launches, List<String> doubts) {

    static final MeasuredMean NOTHING = new MeasuredMean(new MeanValue.Nothing(), 0, List.of());
  }

  /** The ruling of the thresholds on a line of the verdict. */
  public sealed interface Ruling permits Ruling.Silent, LimitResult {

    /** Returns what decided, or why nothing did, in words and figures. */
    String reason();

    /** The thresholds have no limit for the line. */
    record Silent(String reason) implements Ruling {}
  }

  /**
   * The result of a limit, a tolerance or both.
   *
   * @param gate whether it is blocking
   * @param why reason given in the thresholds, or null
   */
  public record LimitResult(Finding finding, boolean gate, @Nullable String why) implements Ruling {

    public Outcome verdict() {
      return finding.outcome();
    }

    @Override
    public String reason() {
      return finding.sentence();
    }

    /** Returns whether it regressed other than by the size of a change, as by failing launches. */
    public boolean failing() {
      return verdict() == Outcome.REGRESSED
          && !(finding instanceof Finding.Worse || finding instanceof Finding.MoreOften);
    }
  }
}
