package loomwatch.reporting.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.reporting.text.Terminal;
import loomwatch.reporting.text.Text;
import loomwatch.results.files.Plain;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.BudgetState;
import loomwatch.trend.BudgetState.Since;
import loomwatch.trend.BudgetState.Spent;
import loomwatch.trend.BudgetState.State;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;

/**
 * The terminal report of history: what changed, where, and how certain that is. Issues and the feed
 * use the same sentences about alerts, budgets and missing data: plain text in one line, not yet
 * escaped.
 */
public final class TrendText {
  private static final int LONGEST_MESSAGE = 60;
  private static final int MOST_FINDINGS = 8;
  private static final int MOST_MISSING = 5;
  private static final int MOST_WARNINGS = 5;

  private static final List<Column<SeriesChange>> FINDINGS =
      List.of(
          Column.key("", TrendText::name),
          Column.right("", TrendText::moved),
          Column.left("", TrendText::interval),
          Column.left("", TrendText::levels),
          Column.left("", finding -> finding.gate() ? "" : "informational"));

  private final TrendReport report;
  private final Document document = new Document();

  private TrendText(TrendReport report) {
    this.report = report;
  }

  public static String render(TrendReport report, Style style) {
    TrendText text = new TrendText(report);
    text.summary();
    text.alerts(style.detail());
    text.missing();
    text.warnings();
    return Terminal.render(text.document, style);
  }

  private void summary() {
    Section section = document.section("summary");
    String states =
        report.series().stream()
            .collect(groupingBy(SeriesState::state, TreeMap::new, counting()))
            .entrySet()
            .stream()
            .map(state -> state.getValue() + " " + state.getKey().label().replace('-', ' '))
            .collect(joining(", ", ", series: ", ""));
    section.text(Mark.named(report.verdict()).and(states));
    At latest = report.history().latest();
    int entries = report.history().entries();
    if (latest != null) {
      section.text(
          "%s %s in history; the newest is %s of %s"
              .formatted(
                  entries,
                  entries == 1 ? "entry" : "entries",
                  commit(latest),
                  latest.measuredAt()));
    }
    for (BudgetState budget : report.budgets()) {
      boolean spent = budget.state() == BudgetState.State.SPENT;
      section.text(
          Text.of(spent ? "✘ budget" : "budget", spent ? Ink.BAD : Ink.PLAIN)
              .and(" " + sentence(budget)));
    }
  }

  private void alerts(Detail detail) {
    List<Alert> shown =
        report.alerts().stream()
            .filter(alert -> detail == Detail.ALL || alert.actionable())
            .toList();
    shown.forEach(this::alert);
    int hidden = report.alerts().size() - shown.size();
    if (hidden > 0) {
      document
          .section("older changes")
          .text(Plural.count(hidden, "older change") + " not shown: --all shows them");
    }
  }

  private void alert(Alert alert) {
    boolean worse = alert.direction() == Change.WORSE;
    Section section =
        document
            .section("alert")
            .title(
                Text.of(worse ? "✘ worse" : "▼ better", worse ? Ink.BAD : Ink.GOOD),
                " since ",
                "%s, %s [%s]"
                    .formatted(
                        commit(alert.firstBad()),
                        (alert.kind() == Alert.Kind.DRIFT ? "slowly, " : "") + status(alert),
                        alert.key()));
    At good = alert.lastGood();
    if (good != null) {
      section.text(
          "last good %s; %s since"
              .formatted(commit(good), Plural.count(alert.suspects().size(), "measured commit")));
    }
    section.table(alert.findings().stream().limit(MOST_FINDINGS).toList(), FINDINGS);
    int more = alert.findings().size() - MOST_FINDINGS;
    if (more > 0) {
      section.text("and " + more + " more");
    }
    if (alert.note() != null) {
      section.text(alert.note());
    }
    if (alert.status() == Alert.Status.SUSPECTED && worse && alert.confirmWith() != null) {
      section.text("measure again: " + alert.confirmWith());
    }
  }

  private static String interval(SeriesChange finding) {
    Interval interval = finding.movedInterval();
    return interval == null ? "" : "(" + interval(interval) + ")";
  }

  private void missing() {
    Section section = document.section("missing");
    for (MissingData missing : report.missing().stream().limit(MOST_MISSING).toList()) {
      section.text(
          Text.of("⊘ missing " + what(missing), Ink.VOID)
              .and(": " + missing.reason() + "; last " + commit(missing.last())));
    }
    int more = report.missing().size() - MOST_MISSING;
    if (more > 0) {
      section.text("⊘ and " + more + " more missing");
    }
  }

  private void warnings() {
    List<String> warnings = report.warnings();
    Section section = document.section("warnings");
    warnings.stream()
        .skip(Math.max(0, warnings.size() - MOST_WARNINGS))
        .forEach(warning -> section.text("! " + warning));
  }

  /** Returns, for example, {@code not reproduced}. */
  public static String status(Alert alert) {
    return alert.status().label().replace('-', ' ');
  }

  /** Returns {@code suspected: hello virtual latency-p99 +5.0 % since 1a2b3c4d “Use a lock”}. */
  public static String inShort(Alert alert) {
    return "%s: %s since %s"
        .formatted(status(alert), inShort(alert.findings().getFirst()), commit(alert.firstBad()));
  }

  /**
   * Returns {@code hello virtual latency-p99 +5.0 %}, or of an exact count {@code … 12 → 13 per
   * request}; without a percentage if it was 0 before.
   */
  public static String inShort(SeriesChange finding) {
    return (name(finding) + " " + (finding.ofExactCount() ? levels(finding) : moved(finding)))
        .strip();
  }

  /** Returns {@code hello virtual latency-p99: +5.0 % (90 % interval +4.0 % to +6.0 %), 1 → …}. */
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
    if (finding.ofExactCount()) {
      return finding.counts();
    }
    return Quantity.both(
        Quantity.of(finding.before(), finding.unit(), null),
        " → ",
        Quantity.of(finding.after(), finding.unit(), null));
  }

  private static String percent(double percent) {
    return String.format(Locale.ROOT, "%+.1f %%", percent).replace('-', '−');
  }

  private static String name(String scenario, String mode, String metric) {
    String label = ModeLabel.of(scenario, mode);
    return Plain.text(scenario + (label.isEmpty() ? " " : " " + label + " ") + metric);
  }

  /** Returns, for example, {@code hello virtual latency-p99: gone for 9 runs}. */
  public static String sentence(MissingData missing) {
    return what(missing) + ": " + missing.reason();
  }

  /** Returns the name of the series, or {@code everything} where whole runs are missing. */
  public static String what(MissingData missing) {
    return missing.scenario() == null
        ? "everything"
        : name(
            missing.scenario(),
            Objects.requireNonNullElse(missing.mode(), ""),
            Objects.requireNonNullElse(missing.metric(), ""));
  }

  /** Returns, for example, {@code 1a2b3c4d “Use a lock”}. */
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

  /** Returns {@code since release v1.2 (1a2b3c4d): 1.8 of 3 % lost, hello virtual cpu-per-…}. */
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

  /** Returns {@code hello virtual cpu-per-request: +3.4 % (90 % interval +2.9 % to +3.9 %)}. */
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

  public static String allowed(BudgetState budget) {
    double allowed = budget.allowedPercent();
    return String.format(
        Locale.ROOT, allowed == Math.rint(allowed) ? "%.0f %%" : "%.1f %%", allowed);
  }
}
