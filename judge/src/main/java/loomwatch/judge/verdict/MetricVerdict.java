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
 * @param unit of value, interval and limit: the metric's base unit, or {@code ratio}
 * @param limit the ceiling, or the largest ratio allowed; empty when the thresholds have none
 * @param launches how many valid launches, or for a ratio rounds, it rests on
 * @param ruling what the thresholds say to it, limit and change together
 * @param ofLimit what the limit comes to by itself, where there is a change too; otherwise empty
 * @param change head relative to base; empty where only head was measured
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

  /** What it and its change are of. */
  public MetricKey key() {
    return new MetricKey(scenario, mode, metric);
  }

  /** Whether it decides the whole verdict ({@code true}) or informs. */
  public boolean gate() {
    return ruling instanceof LimitResult found && found.gate();
  }

  /** Whether it rests on too few requests to distinguish one server from another. */
  public boolean isOfFewRequests() {
    return Percentiles.areFew(doubts);
  }

  /** What it comes to; null when the thresholds have no limit for it. */
  public @Nullable Outcome verdict() {
    return ruling instanceof LimitResult found ? found.verdict() : null;
  }

  /** Whether head does not keep the limit, and base did not either. */
  public boolean limitIsInherited() {
    Ruling limit = ofLimit.<Ruling>map(found -> found).orElse(ruling);
    return limit instanceof LimitResult found && found.finding() instanceof LimitFinding.Inherited;
  }

  /** What decided, in words and figures. */
  public String reason() {
    return ruling.reason();
  }

  /** The reason given there, or null. */
  public @Nullable String why() {
    return ruling instanceof LimitResult found ? found.why() : null;
  }

  /** Mean over launches (geometric for a ratio); null when nothing valid was measured. */
  public @Nullable Double value() {
    return measured instanceof Valued valued ? valued.value() : null;
  }

  /** Of the value; null with fewer than two launches. */
  public @Nullable Interval interval() {
    return measured instanceof Often often ? often.interval() : null;
  }

  /** The line as that limit alone has it, without its change. */
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

  /** What was measured of one metric, before any limit: its mean, as far as there is one. */
  public sealed interface MeanValue {

    /** Nothing valid. */
    record Nothing() implements MeanValue {}

    /** There is a value. */
    sealed interface Valued extends MeanValue {
      /** Mean over launches; geometric for a ratio. */
      double value();
    }

    /** Of one launch alone, which has no interval. */
    record Once(double value) implements Valued {}

    /**
     * Of two launches or more.
     *
     * @param interval of the value
     */
    record Often(double value, Interval interval) implements Valued {}
  }

  /**
   * What was taken of one metric, and how far to trust it.
   *
   * @param launches how many launches it rests on, or rounds for a ratio
   */
  record MeasuredMean(MeanValue measured, int launches, List<String> doubts) {

    /** Nothing valid. */
    static final MeasuredMean NOTHING = new MeasuredMean(new MeanValue.Nothing(), 0, List.of());
  }

  /** What the thresholds say to a line of the verdict. */
  public sealed interface Ruling permits Ruling.Silent, LimitResult {

    /** What decided, or why nothing does, in words and figures. */
    String reason();

    /** Nothing: it has no limit for it. */
    record Silent(String reason) implements Ruling {}
  }

  /**
   * What a limit or tolerance of the thresholds comes to, or two that speak of one line.
   *
   * @param gate whether it takes part in the whole verdict or informs
   * @param why the reason given there, or null
   */
  public record LimitResult(Finding finding, boolean gate, @Nullable String why) implements Ruling {

    public Outcome verdict() {
      return finding.outcome();
    }

    @Override
    public String reason() {
      return finding.sentence();
    }

    /** Regressed, and not for a change's size: its launches fail. */
    public boolean failing() {
      return verdict() == Outcome.REGRESSED && !(finding instanceof Finding.Worse);
    }
  }
}
