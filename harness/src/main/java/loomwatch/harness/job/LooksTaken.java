package loomwatch.harness.job;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.blocks.Progress;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * Judges a comparison at its looks, and stops as soon as the whole is decided and nothing that can
 * fail a build is under suspicion.
 */
final class LooksTaken implements Measurement.Look {
  private static final String SUSPECTED = "; goes on, as something may be worse";

  private final Comparison comparison;
  private final RecordAssembly assembly;
  private final Function<MeasurementRecord, Verdict> judge;
  private final Progress progress;
  private final long startNanos = System.nanoTime();

  private LooksTaken(
      Comparison comparison,
      RecordAssembly assembly,
      Function<MeasurementRecord, Verdict> judge,
      Progress progress) {
    this.comparison = comparison;
    this.assembly = assembly;
    this.judge = judge;
    this.progress = progress;
  }

  /** None where head is measured alone. */
  static Measurement.Look of(
      @Nullable Comparison comparison,
      RecordAssembly assembly,
      Function<MeasurementRecord, Verdict> judge,
      Progress progress) {
    return comparison == null
        ? Measurement.Look.NONE
        : new LooksTaken(comparison, assembly, judge, progress);
  }

  @Override
  public boolean enough(int round, List<Launch> launches) {
    List<Integer> looks = comparison.looks().stream().map(Comparison.Look::blocks).toList();
    int look = looks.indexOf(round);
    if (look >= 0) {
      Verdict verdict = judge.apply(assembly.of(launches));
      boolean last = look == looks.size() - 1;
      boolean decided = verdict.decides();
      boolean suspected = verdict.verdict() != Outcome.INCONCLUSIVE && !decided;
      progress.note(
          "look %d of %d, after %d blocks: %s%s"
              .formatted(
                  look + 1,
                  looks.size(),
                  round,
                  verdict.verdict().label(),
                  last ? "" : decided ? "; stops here" : suspected ? SUSPECTED : "; goes on"));
      return decided || (!last && overBudget(round));
    }
    return overBudget(round);
  }

  /** Another round like those so far would not end in time. */
  private boolean overBudget(int round) {
    Double budget = comparison.budgetSeconds();
    double elapsed = (System.nanoTime() - startNanos) / 1e9;
    if (budget == null || elapsed + elapsed / round <= budget) {
      return false;
    }
    progress.note(
        "the budget of %s ends here, after %d blocks: they took longer than expected"
            .formatted(Duration.ofSeconds(Math.round(budget)), round));
    return true;
  }
}
