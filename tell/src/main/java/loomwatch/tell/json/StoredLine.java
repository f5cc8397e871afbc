package loomwatch.tell.json;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/** A {@link MetricVerdict} as {@code verdict.json} has it. */
record StoredLine(
    String scenario,
    JudgedMode mode,
    Metric metric,
    String unit,
    Direction direction,
    boolean gate,
    @Nullable Double limit,
    @Nullable Double value,
    @Nullable Interval interval,
    int launches,
    @Nullable Outcome verdict,
    String reason,
    @Nullable Finding finding,
    @Nullable String why,
    List<String> doubts,
    @Nullable StoredFound ofLimit,
    @Nullable StoredChange change) {

  static StoredLine of(MetricVerdict line) {
    return new StoredLine(
        line.scenario(),
        line.mode(),
        line.metric(),
        line.unit(),
        line.direction(),
        line.gate(),
        line.limit().isPresent() ? line.limit().getAsDouble() : null,
        line.value(),
        line.interval(),
        line.launches(),
        line.verdict(),
        line.reason(),
        line.ruling() instanceof PolicyResult found ? found.finding() : null,
        line.why(),
        line.doubts(),
        line.ofLimit().map(StoredFound::of).orElse(null),
        line.change().map(StoredChange::of).orElse(null));
  }

  /**
   * The line.
   *
   * @throws Misfit when fields do not go together
   */
  MetricVerdict line() {
    return new MetricVerdict(
        scenario,
        mode,
        metric,
        unit,
        direction,
        limit == null ? OptionalDouble.empty() : OptionalDouble.of(limit),
        measured(),
        launches,
        ruling(),
        doubts,
        Optional.ofNullable(ofLimit).map(StoredFound::found),
        Optional.ofNullable(change).map(StoredChange::change));
  }

  private MeanValue measured() {
    if (value == null) {
      Misfit.unless(interval == null, " must have no interval without value");
      return new MeanValue.Nothing();
    }
    return interval == null ? new MeanValue.Once(value) : new MeanValue.Often(value, interval);
  }

  private Ruling ruling() {
    Misfit.unless(
        verdict == (finding == null ? null : finding.outcome()),
        " must have the verdict that follows from its finding");
    if (finding == null) {
      Misfit.unless(!gate && why == null, " must neither gate nor have a why without verdict");
      return new Ruling.Silent(reason);
    }
    return new PolicyResult(finding, gate, why);
  }
}
