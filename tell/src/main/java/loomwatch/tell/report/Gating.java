package loomwatch.tell.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.report.ChangeView.Row;

/**
 * What decides the verdict of a comparison.
 *
 * @param changes with a tolerance, those that gate and those that inform
 * @param limits on head alone, by themselves
 */
public record Gating(List<Row> changes, List<MetricVerdict> limits) {
  public Gating {
    changes = List.copyOf(changes);
    limits = List.copyOf(limits);
  }

  static Gating of(Verdict verdict) {
    return new Gating(
        ChangeView.of(verdict).stream().flatMap(view -> view.judged().stream()).toList(),
        LimitView.of(verdict));
  }

  /** Gating changes of that outcome, the largest for their tolerance first. */
  List<Row> changes(Outcome outcome) {
    return changes(row -> row.gates() && row.outcome() == outcome);
  }

  /** The same of those that inform. */
  List<Row> informing(Outcome outcome) {
    return changes(row -> !row.gates() && row.outcome() == outcome);
  }

  private List<Row> changes(Predicate<Row> wanted) {
    return changes.stream()
        .filter(wanted)
        .sorted(Comparator.comparingDouble(Gating::size).reversed())
        .toList();
  }

  /** Gating limits of that outcome. */
  List<MetricVerdict> limits(Outcome outcome) {
    return limits.stream().filter(limit -> limit.gate() && limit.verdict() == outcome).toList();
  }

  /** Those that head does not keep, but base did not either. */
  List<MetricVerdict> inheritedLimits() {
    return limits.stream().filter(MetricVerdict::limitIsInherited).toList();
  }

  List<Row> all() {
    return changes(Row::gates);
  }

  private static double size(Row row) {
    Change change = row.change();
    return change
        .judged()
        .flatMap(
            judged -> change.ratio().map(ratio -> most(ratio, row) / judged.tolerancePercent()))
        .orElse(0.0);
  }

  private static double most(Ratio ratio, Row row) {
    return ratio instanceof SeveralPairs several && row.outcome() == Outcome.INCONCLUSIVE
        ? Math.max(0, several.interval().high())
        : Math.abs(ratio.percent());
  }
}
