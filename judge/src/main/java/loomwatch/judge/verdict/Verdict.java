package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import org.jspecify.annotations.Nullable;

/**
 * The judgement of one record.
 *
 * @param verdict of the whole: what the gating metrics come to
 * @param rule the version of the judging rules, {@link #RULE}
 * @param invalid why launches were discarded, one line each
 * @param metrics by scenario, metric and mode, in the order of reports
 * @param comparison what was compared, or null where only head was measured
 * @param causes of what got worse, the best first; empty where nobody looked for any
 */
public record Verdict(
    int schema,
    Outcome verdict,
    String rule,
    String recordId,
    String fingerprint,
    List<String> invalid,
    List<String> warnings,
    List<MetricVerdict> metrics,
    Inputs inputs,
    @Nullable Compared comparison,
    Optional<List<Cause>> causes) {

  /** The version this code writes. */
  public static final int SCHEMA = 1;

  /** Ceilings and ratios with t intervals over launches; 2: none passes on what survived. */
  public static final String RULE = "limits/2";

  /**
   * The same on head, and changes from base by moderated paired t tests within looks. The number
   * grows with every change of the rule.
   */
  public static final String RULE_OF_COMPARISONS = "changes/12";

  /**
   * Hashes of all that the verdict follows from, {@code sha256:} and 64 hexadecimal digits: the
   * same inputs and rule give the same verdict to the byte.
   *
   * @param record of the record's JSON
   * @param thresholds of the file of thresholds
   * @param calibration of the host's, or null where it was not calibrated
   */
  public record Inputs(String record, String thresholds, @Nullable String calibration) {}

  /**
   * What was compared.
   *
   * @param sameService whether both are one service on purpose
   * @param alpha the chance of a false positive spent at the look reached; null before the first
   * @param leftOut what was not measured because the change cannot have moved it
   */
  public record Compared(
      String base,
      String head,
      boolean sameService,
      int rounds,
      @Nullable Double alpha,
      List<String> leftOut) {
    public Compared {
      leftOut = List.copyOf(leftOut);
    }
  }

  public Verdict {
    invalid = List.copyOf(invalid);
    warnings = List.copyOf(warnings);
    metrics = List.copyOf(metrics);
    causes = causes.map(List::copyOf);
  }

  /** One of which nobody looked for causes. */
  public Verdict(
      int schema,
      Outcome verdict,
      String rule,
      String recordId,
      String fingerprint,
      List<String> invalid,
      List<String> warnings,
      List<MetricVerdict> metrics,
      Inputs inputs,
      @Nullable Compared comparison) {
    this(
        schema,
        verdict,
        rule,
        recordId,
        fingerprint,
        invalid,
        warnings,
        metrics,
        inputs,
        comparison,
        Optional.empty());
  }

  /** Whether more rounds may well show that something got worse. */
  boolean suspects() {
    return metrics.stream()
        .flatMap(line -> line.change().stream())
        .flatMap(change -> change.judged().stream())
        .anyMatch(ChangeAssessment.Judged::suspected);
  }

  /** Whether more rounds are not needed: it is certain, and nothing is suspected. */
  public boolean decides() {
    return verdict == Outcome.REGRESSED || verdict != Outcome.INCONCLUSIVE && !suspects();
  }

  /** The same with what a pass with profilers found. */
  public Verdict because(List<Cause> found) {
    return new Verdict(
        schema,
        verdict,
        rule,
        recordId,
        fingerprint,
        invalid,
        warnings,
        metrics,
        inputs,
        comparison,
        Optional.of(found));
  }
}
