package loomwatch.trend;

import java.time.Instant;
import java.util.List;
import loomwatch.judge.verdict.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code trend.json}. Texts from commits come from untrusted contributors and must
 * be escaped.
 *
 * @param verdict {@code regressed} if a confirmed regression is open or a budget is spent; else
 *     {@code invalid} if data are missing; else {@code inconclusive} if a suspected regression
 *     waits for confirmation; else {@code pass}
 * @param alerts alerts, the open ones first, then the newest
 * @param budgets losses since fixed commits
 * @param series all series, by name
 * @param resets points at which comparability ends
 * @param annotations notes of the reviewed file, for charts
 */
public record TrendReport(
    int schema,
    String rule,
    Outcome verdict,
    JudgedHistory history,
    List<Alert> alerts,
    List<BudgetState> budgets,
    List<MissingData> missing,
    List<SeriesState> series,
    List<BaselineReset> resets,
    List<Annotation> annotations,
    List<String> warnings) {

  /** Schema version written. */
  public static final int SCHEMA = 2;

  /** Version of the rules in docs/method.md. */
  public static final String RULE = "trend/3";

  /**
   * The inputs; the same ones give a byte-identical report.
   *
   * @param entries number of entries, including comparisons
   * @param head hash of the last entry; empty for an empty history
   * @param accepted SHA-256 of the file of accepted changes, or null without one
   * @param calibrations SHA-256 of each calibration used, ascending
   */
  public record JudgedHistory(
      int entries,
      String head,
      @Nullable String accepted,
      List<String> calibrations,
      Instant judgedAt,
      @Nullable At latest) {
    public JudgedHistory {
      calibrations = List.copyOf(calibrations);
    }
  }

  /**
   * A run in history.
   *
   * @param index index among all entries, from 0
   * @param message first line of the commit's message, if known
   */
  public record At(
      int index,
      String id,
      String commit,
      Instant measuredAt,
      @Nullable String message,
      @Nullable String tomcat,
      @Nullable String jdk) {}

  /** A run from which on points, of the scenario if not null, start a new baseline. */
  public record BaselineReset(At at, @Nullable String scenario, String reason) {}

  /** A note for charts; {@code index} is null if no run measured the commit. */
  public record Annotation(String commit, @Nullable Integer index, String text) {}

  public TrendReport {
    alerts = List.copyOf(alerts);
    budgets = List.copyOf(budgets);
    missing = List.copyOf(missing);
    series = List.copyOf(series);
    resets = List.copyOf(resets);
    annotations = List.copyOf(annotations);
    warnings = List.copyOf(warnings);
  }
}
