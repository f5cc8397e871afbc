package loomwatch.reporting.report;

import java.util.Locale;
import java.util.Objects;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.files.Plain;
import loomwatch.trend.Alert;
import loomwatch.trend.BudgetState;
import loomwatch.trend.BudgetState.Since;
import loomwatch.trend.BudgetState.Spent;
import loomwatch.trend.BudgetState.State;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.TrendReport.At;

/**
 * What is said of a history's alerts, budgets and missing data, the same in the terminal's report,
 * an issue and the feed. It is plain text in one line, not yet escaped for where it is shown.
 */
public final class TrendWords {
  private static final int LONGEST_MESSAGE = 60;

  private TrendWords() {}

  /** {@code not reproduced}. */
  public static String status(Alert alert) {
    return alert.status().label().replace('-', ' ');
  }

  /** {@code hello virtual latency-p99 +5.0 %}; of what was 0 before there is no percentage. */
  public static String inShort(SeriesChange finding) {
    return (name(finding) + " " + moved(finding)).strip();
  }

  /** {@code hello virtual latency-p99: +5.0 % (90 % interval +4.0 % to +6.0 %), 1 → 1.05 ms}. */
  public static String sentence(SeriesChange finding) {
    Interval interval = finding.movedInterval();
    String moved = moved(finding);
    return name(finding)
        + ": "
        + moved
        + (interval == null ? "" : " (90 % interval " + interval(interval) + ")")
        + (moved.isEmpty() ? "" : ", ")
        + levels(finding)
        + (finding.gate() ? "" : "; informational");
  }

  static String name(SeriesChange finding) {
    return name(finding.scenario(), finding.mode(), finding.metric());
  }

  static String moved(SeriesChange finding) {
    Double moved = finding.movedPercent();
    return moved == null ? "" : percent(moved);
  }

  static String interval(Interval interval) {
    return percent(interval.low()) + " to " + percent(interval.high());
  }

  static String levels(SeriesChange finding) {
    return Quantity.both(
        Quantity.of(finding.before(), finding.unit(), null),
        " → ",
        Quantity.of(finding.after(), finding.unit(), null));
  }

  private static String percent(double percent) {
    return String.format(Locale.ROOT, "%+.1f %%", percent).replace('-', '−');
  }

  private static String name(String scenario, String mode, String metric) {
    return Plain.text(scenario + " " + mode + " " + metric);
  }

  /** {@code hello virtual latency-p99: gone for 9 runs}. */
  public static String sentence(MissingData missing) {
    return what(missing) + ": " + missing.reason();
  }

  /** Of whole runs that stay away, {@code everything}. */
  public static String what(MissingData missing) {
    return missing.scenario() == null
        ? "everything"
        : name(
            missing.scenario(),
            Objects.requireNonNullElse(missing.mode(), ""),
            Objects.requireNonNullElse(missing.metric(), ""));
  }

  /** {@code 1a2b3c4d “Use a lock”}. */
  public static String commit(At at) {
    String id = CommitName.shortened(Plain.text(at.commit()));
    String message = at.message() == null ? "" : Plain.text(at.message());
    if (message.isEmpty()) {
      return id;
    }
    boolean fits = message.codePointCount(0, message.length()) <= LONGEST_MESSAGE;
    return id
        + " “"
        + (fits
            ? message
            : message.substring(0, message.offsetByCodePoints(0, LONGEST_MESSAGE)) + "…")
        + "”";
  }

  /**
   * Such as {@code since release v1.2 (1a2b3c4d): 1.8 of 3 % lost, hello virtual cpu-per-request}.
   */
  public static String sentence(BudgetState budget) {
    String from = since(budget);
    if (budget.state() == State.UNKNOWN) {
      return from + ": not known yet; the next night measures it";
    }
    String lost =
        String.format(
            Locale.ROOT, "%s: %.1f of %s lost", from, budget.lostPercent(), allowed(budget));
    return budget
        .most()
        .map(most ->
            lost
                + ", "
                + name(most.scenario(), most.mode(), most.metric())
                + (most.comparison() == null ? " (by history)" : ""))
        .orElse(lost);
  }

  /** {@code hello virtual cpu-per-request: +3.4 % (90 % interval +2.9 % to +3.9 %)}. */
  public static String sentence(Spent spent) {
    return "%s: %s (90 %% interval %s)%s"
        .formatted(
            name(spent.scenario(), spent.mode(), spent.metric()),
            percent(spent.percent()),
            interval(spent.interval()),
            spent.comparison() == null ? ", by history alone" : "");
  }

  private static String since(BudgetState budget) {
    String commit = CommitName.shortened(Plain.text(budget.commit()));
    String release = budget.release();
    return (budget.since() == Since.RELEASE ? "since release " : "since pin ")
        + (release == null ? commit : Plain.text(release) + " (" + commit + ")");
  }

  /** Such as {@code 3 %}. */
  public static String allowed(BudgetState budget) {
    double allowed = budget.allowedPercent();
    return String.format(
        Locale.ROOT, allowed == Math.rint(allowed) ? "%.0f %%" : "%.1f %%", allowed);
  }
}
