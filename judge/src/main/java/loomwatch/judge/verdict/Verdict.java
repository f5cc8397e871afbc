package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import org.jspecify.annotations.Nullable;

/**
 * The judgement of one record.
 *
 * @param verdict outcome of the whole, over the blocking metrics
 * @param rule version of the judging rules, {@link #RULE} or {@link #RULE_OF_COMPARISONS}
 * @param invalid reasons why launches were discarded, one line each
 * @param metrics metrics by scenario, metric and mode, in the order of reports
 * @param comparison what was compared, or null where only head was measured
 * @param methods changes of methods that were timed, those least likely by chance first
 * @param causes causes of regressions, the best first; empty if none were searched for
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
    List<MethodChange> methods,
    Optional<List<Cause>> causes) {

  /** Schema version written. */
  public static final int SCHEMA = 1;

  /**
   * Version of the rules for limits: t intervals over launches; since 2, launches that remain after
   * failures cannot pass.
   */
  public static final String RULE = "limits/2";

  /**
   * Version of the rules for comparisons: those for limits, and moderated paired t tests of changes
   * at interim analyses. It increases with every change of the rules.
   */
  public static final String RULE_OF_COMPARISONS = "changes/13";

  /**
   * Hashes of all inputs, {@code sha256:} and 64 hexadecimal digits: the same inputs and rule give
   * a byte-identical verdict.
   *
   * @param calibration hash of the host's calibration, or null without one
   */
  public record Inputs(String record, String thresholds, @Nullable String calibration) {}

  /**
   * What was compared.
   *
   * @param sameService whether both variants are one service on purpose
   * @param alpha probability of a false positive at the interim analysis reached; null before the
   *     first
   * @param leftOut what was not measured because the change cannot affect it
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
    methods = List.copyOf(methods);
    causes = causes.map(List::copyOf);
  }

  /** Returns whether more rounds may prove a regression. */
  boolean suspects() {
    return metrics.stream()
        .flatMap(line -> line.change().stream())
        .flatMap(change -> change.judged().stream())
        .anyMatch(ChangeAssessment.Judged::suspected);
  }

  /**
   * Returns whether no more rounds are needed: head regressed, or the verdict is conclusive and no
   * regression is suspected.
   */
  public boolean decides() {
    return verdict == Outcome.REGRESSED || verdict != Outcome.INCONCLUSIVE && !suspects();
  }

  /** Returns whether exact counts alone decide it, which one round is enough for. */
  public boolean decidesByCounts() {
    return metrics.stream()
        .anyMatch(line ->
            line.ruling()
                    instanceof MetricVerdict.LimitResult(Finding finding, boolean gate, var why)
                && gate
                && finding instanceof Finding.MoreOften);
  }

  /** Returns this verdict with causes. */
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
        methods,
        Optional.of(found));
  }
}
