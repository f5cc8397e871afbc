package loomwatch.judge.verdict;

import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * One metric of one scenario, judged.
 *
 * @param scenario the scenario's or benchmark's name
 * @param mode whose numbers these are
 * @param metric what was measured
 * @param unit of value, interval and limit: the metric's base unit, or {@code ratio}
 * @param direction which way it gets better
 * @param gate whether it decides the whole verdict ({@code true}) or informs
 * @param limit the ceiling, or the largest ratio allowed; null when the policy has none
 * @param value mean over launches (geometric for a contrast); null when nothing valid was measured
 * @param interval of the value; null with fewer than two launches
 * @param launches how many valid launches, or for a contrast blocks, it rests on
 * @param verdict null when the policy has no limit for it
 * @param reason what decided, in words and figures
 * @param why the policy's own words, or null
 * @param doubts what weakens the number, each once
 * @param ofLimit what the limit comes to by itself, where a change is judged too; otherwise null
 * @param change head relative to base, or null where only head was measured
 */
public record MetricVerdict(
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
    @Nullable Found ofLimit,
    @Nullable Change change) {

  public MetricVerdict {
    doubts = List.copyOf(doubts);
  }

  MetricVerdict with(Change other) {
    return new MetricVerdict(
        scenario, mode, metric, unit, direction, gate, limit, value, interval, launches, verdict,
        reason, why, doubts, ofLimit, other);
  }
}
