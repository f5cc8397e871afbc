package loomwatch.trend;

import java.time.Instant;
import java.util.List;
import loomwatch.judge.verdict.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What history shows: {@code trend.json}. Texts from commits are data of untrusted contributors:
 * whoever shows them escapes them.
 *
 * @param schema the version of this format, {@link #SCHEMA}
 * @param rule the version of the judging rules, {@link #RULE}
 * @param verdict {@code regressed} when a confirmed regression is open, or a budget is spent; else
 *     {@code invalid} when data is missing; else {@code inconclusive} when a suspected one waits
 *     for confirmation; else {@code pass}
 * @param history what was judged
 * @param alerts the open ones first, then the newest first
 * @param budgets what was lost since commits that do not move by themselves
 * @param missing what stopped being measured
 * @param series every series there ever was, by name
 * @param resets where points before and after must not be compared
 * @param annotations of the reviewed file, for the charts
 * @param warnings about the whole
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

  /** The version this code writes. */
  public static final int SCHEMA = 2;

  /** Levels by a windowed likelihood ratio, and their loss against the best; docs/method.md. */
  public static final String RULE = "trend/2";

  /**
   * What was judged: with the same history, accepted changes, calibrations and clock the report is
   * the same to the byte.
   *
   * @param entries how many, comparisons included
   * @param head the hash of the last entry, or nothing for an empty history
   * @param accepted SHA-256 of the file of accepted changes, or null without one
   * @param calibrations SHA-256 of each calibration whose floors were used, ascending
   * @param judgedAt the clock against which missing data was judged
   * @param latest the newest run, or null without any
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
   * @param index its place among all entries, from 0
   * @param id of the entry
   * @param commit what was measured
   * @param measuredAt by the machine's clock
   * @param message first line of the commit's message, where known
   * @param tomcat the server's version, where known
   * @param jdk its JVM's version, where known
   */
  public record At(
      int index,
      String id,
      String commit,
      Instant measuredAt,
      @Nullable String message,
      @Nullable String tomcat,
      @Nullable String jdk) {}

  /**
   * Where points before and after must not be compared.
   *
   * @param at the first run after it
   * @param scenario the only one whose points it parts; null for all
   * @param reason what changed, in words
   */
  public record BaselineReset(At at, @Nullable String scenario, String reason) {}

  /**
   * A note for the charts.
   *
   * @param commit as the file names it
   * @param index the entry of that commit, or null when none measured it
   * @param text what happened
   */
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
