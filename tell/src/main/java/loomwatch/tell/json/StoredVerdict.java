package loomwatch.tell.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import org.jspecify.annotations.Nullable;

/** A {@link Verdict} as {@code verdict.json} has it. */
record StoredVerdict(
    int schema,
    Outcome verdict,
    String rule,
    String recordId,
    String fingerprint,
    List<String> invalid,
    List<String> warnings,
    List<StoredLine> metrics,
    Verdict.Inputs inputs,
    @Nullable StoredComparison comparison,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Cause> causes) {

  /** A {@link Compared} as the file has it. */
  record StoredComparison(
      String base,
      String head,
      boolean sameSubject,
      int blocks,
      @Nullable Double alpha,
      List<String> leftOut) {}

  static StoredVerdict of(Verdict verdict) {
    Optional<Compared> compared = Optional.ofNullable(verdict.comparison());
    return new StoredVerdict(
        verdict.schema(),
        verdict.verdict(),
        verdict.rule(),
        verdict.recordId(),
        verdict.fingerprint(),
        verdict.invalid(),
        verdict.warnings(),
        verdict.metrics().stream().map(StoredLine::of).toList(),
        verdict.inputs(),
        compared.map(StoredVerdict::comparison).orElse(null),
        verdict.causes().orElse(null));
  }

  private static StoredComparison comparison(Compared compared) {
    return new StoredComparison(
        compared.base(),
        compared.head(),
        compared.sameSubject(),
        compared.blocks(),
        compared.alpha(),
        compared.leftOut());
  }

  /**
   * The verdict.
   *
   * @throws Misfit when fields of a change do not go together
   */
  Verdict asVerdict() {
    return new Verdict(
        schema,
        verdict,
        rule,
        recordId,
        fingerprint,
        invalid,
        warnings,
        lines(),
        inputs,
        comparison == null ? null : compared(comparison),
        Optional.ofNullable(causes));
  }

  private Compared compared(StoredComparison stored) {
    return new Compared(
        stored.base(),
        stored.head(),
        stored.sameSubject(),
        stored.blocks(),
        stored.alpha(),
        stored.leftOut());
  }

  private List<MetricVerdict> lines() {
    List<MetricVerdict> lines = new ArrayList<>();
    for (StoredLine stored : metrics) {
      try {
        lines.add(stored.line());
      } catch (Misfit e) {
        throw new Misfit("metrics[" + lines.size() + "]" + e.getMessage());
      }
    }
    return lines;
  }
}
