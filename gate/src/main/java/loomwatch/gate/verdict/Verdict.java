package loomwatch.gate.verdict;

import java.util.List;

/**
 * The judgement of one record.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param verdict of the whole: what the gating metrics come to
 * @param rule the version of the judging rules, {@link #RULE}
 * @param recordId the record judged
 * @param fingerprint of the record: host and toolchain
 * @param invalid why measurements were discarded, one line each
 * @param warnings about the whole measurement
 * @param metrics by scenario, metric and mode, in the order of reports
 */
public record Verdict(
    int schema,
    Outcome verdict,
    String rule,
    String recordId,
    String fingerprint,
    List<String> invalid,
    List<String> warnings,
    List<MetricVerdict> metrics) {

  /** The version this code writes. */
  public static final int SCHEMA = 1;

  /** Ceilings and contrasts with t intervals over launches. */
  public static final String RULE = "limits/1";

  public Verdict {
    invalid = List.copyOf(invalid);
    warnings = List.copyOf(warnings);
    metrics = List.copyOf(metrics);
  }
}
