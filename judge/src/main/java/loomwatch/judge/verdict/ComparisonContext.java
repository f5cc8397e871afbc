package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.Arm;
import loomwatch.results.Comparison;
import loomwatch.results.Comparison.Look;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The part of judging that needs two arms.
 *
 * @param base its launches
 * @param changes judged
 * @param failures of head where base did not fail
 * @param compared for the verdict
 * @param moved how the host moved between the arms, if it did
 * @param discarded one line for each rule each discarded launch of base broke
 */
record ComparisonContext(
    ArmLaunches base,
    ChangeJudge changes,
    Failures failures,
    Verdict.Compared compared,
    Optional<HostDrift> moved,
    List<String> discarded) {

  /** Nothing for a record of head alone. */
  static Optional<ComparisonContext> of(
      MeasurementRecord record, ArmLaunches head, Thresholds thresholds) {
    Comparison comparison = record.comparison();
    if (comparison == null) {
      return Optional.empty();
    }
    ArmLaunches base = new ArmLaunches(record, Arm.BASE);
    Optional<HostDrift> moved = Control.moved(base, head);
    int blocks = record.launches().stream().mapToInt(Launch::block).max().orElse(0);
    Optional<Look> look = comparison.lookAt(blocks);
    return Optional.of(
        new ComparisonContext(
            base,
            new ChangeJudge(base, head, new ChangeJudge.Context(thresholds, look, moved)),
            new Failures(head, base),
            compared(comparison, blocks, look),
            moved,
            base.invalidLines().stream().map(line -> "base " + line).toList()));
  }

  private static Verdict.Compared compared(Comparison comparison, int blocks, Optional<Look> look) {
    @Nullable Double alpha = look.map(Look::alpha).orElse(null);
    return new Verdict.Compared(
        comparison.spec(Arm.BASE),
        comparison.spec(Arm.HEAD),
        comparison.sameSubject(),
        blocks,
        alpha,
        comparison.leftOut());
  }

  /** The line of head with its change; nothing when there is no change of it. */
  Optional<MetricVerdict> line(
      Optional<MetricVerdict> ofHead, String scenario, JudgedMode mode, Metric metric) {
    return changes
        .of(new ChangeKey(scenario, mode, metric))
        .map(judged -> Combined.of(ofHead.orElseGet(() -> empty(scenario, mode, metric)), judged));
  }

  private static MetricVerdict empty(String scenario, JudgedMode mode, Metric metric) {
    String unit = mode == JudgedMode.CONTRAST ? "ratio" : metric.unit().symbol();
    return new MetricKey(scenario, mode, metric, unit)
        .verdict(MeasuredMean.NOTHING, LimitRuling.none("not measured"));
  }
}
