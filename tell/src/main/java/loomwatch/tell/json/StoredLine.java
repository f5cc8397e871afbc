package loomwatch.tell.json;

import java.util.List;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
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
    @Nullable String why,
    List<String> doubts,
    @Nullable StoredFound ofLimit,
    @Nullable StoredChange change) {

  static StoredLine of(MetricVerdict line) {
    Found ofLimit = line.ofLimit();
    Change change = line.change();
    return new StoredLine(
        line.scenario(),
        line.mode(),
        line.metric(),
        line.unit(),
        line.direction(),
        line.gate(),
        line.limit(),
        line.value(),
        line.interval(),
        line.launches(),
        line.verdict(),
        line.reason(),
        line.why(),
        line.doubts(),
        ofLimit == null ? null : StoredFound.of(ofLimit),
        change == null ? null : StoredChange.of(change));
  }

  /**
   * The line.
   *
   * @param alpha of the look reached; empty before the first, and of head alone
   * @throws Misfit when the fields of its change do not go together
   */
  MetricVerdict line(OptionalDouble alpha) {
    return new MetricVerdict(
        scenario,
        mode,
        metric,
        unit,
        direction,
        gate,
        limit,
        value,
        interval,
        launches,
        verdict,
        reason,
        why,
        doubts,
        ofLimit == null ? null : ofLimit.asTold(),
        change == null ? null : change.change(alpha));
  }
}
