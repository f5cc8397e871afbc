package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.BudgetSentence;
import loomwatch.tell.text.CommitName;
import loomwatch.tell.text.Detail;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Style;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.BudgetState;
import loomwatch.trend.Finding;
import loomwatch.trend.Missing;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/** What history shows, for a terminal: what changed, where, and how sure that is. */
public final class TrendText {
  private static final int LONGEST_MESSAGE = 60;
  private static final int MOST_FINDINGS = 8;
  private static final int MOST_MISSING = 5;
  private static final int MOST_WARNINGS = 5;

  private final TrendReport report;
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private TrendText(TrendReport report, Style style) {
    this.report = report;
    this.style = style;
  }

  /** The text, with a final newline. */
  public static String render(TrendReport report, Style style) {
    TrendText text = new TrendText(report, style);
    text.head();
    text.budgets();
    text.alerts();
    text.missing();
    text.warnings();
    return String.join("\n", text.lines) + "\n";
  }

  private void head() {
    lines.add(
        Ink.of(report.verdict()).on(Mark.of(report.verdict()), style.colour()) + "  " + states());
    At latest = report.history().latest();
    if (latest != null) {
      lines.add(
          "%s in history; the newest is %s of %s"
              .formatted(entries(report.history().entries()), commit(latest), latest.measuredAt()));
    }
  }

  private String states() {
    return report.series().stream()
        .collect(Collectors.groupingBy(SeriesState::state, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(state -> state.getValue() + " " + state.getKey().label().replace('-', ' '))
        .collect(Collectors.joining(", ", "series: ", ""));
  }

  private void budgets() {
    for (BudgetState budget : report.budgets()) {
      boolean spent = budget.state() == BudgetState.State.SPENT;
      lines.add(
          (spent ? Ink.BAD : Ink.PLAIN).on(spent ? "✘ budget" : "  budget", style.colour())
              + " "
              + BudgetSentence.of(budget));
    }
  }

  private void alerts() {
    List<Alert> shown =
        report.alerts().stream()
            .filter(alert -> style.detail() == Detail.ALL || alert.actionable())
            .toList();
    shown.forEach(this::alert);
    int hidden = report.alerts().size() - shown.size();
    if (hidden > 0) {
      lines.add("");
      lines.add(Plural.count(hidden, "older change") + " not shown: --all shows them");
    }
  }

  private void alert(Alert alert) {
    lines.add("");
    boolean worse = alert.direction() == Change.WORSE;
    String word = worse ? "✘ worse" : "▼ better";
    lines.add(
        (worse ? Ink.BAD : Ink.GOOD).on(word, style.colour())
            + " since %s, %s  [%s]"
                .formatted(
                    commit(alert.firstBad()),
                    alert.kind() == Alert.Kind.DRIFT
                        ? "slowly, " + alert.status().label()
                        : alert.status().label().replace('-', ' '),
                    alert.key()));
    At good = alert.lastGood();
    if (good != null) {
      lines.add(
          "  last good %s; %s"
                  .formatted(commit(good), Plural.count(alert.suspects().size(), "measured commit"))
              + " since");
    }
    alert.findings().stream().limit(MOST_FINDINGS).forEach(this::finding);
    int more = alert.findings().size() - MOST_FINDINGS;
    if (more > 0) {
      lines.add("  and " + more + " more");
    }
    if (alert.note() != null) {
      lines.add("  " + Plain.text(alert.note()));
    }
    if (alert.status() == Alert.Status.SUSPECTED && worse && alert.confirmWith() != null) {
      lines.add("  measure again: " + alert.confirmWith());
    }
  }

  private void finding(Finding finding) {
    lines.add(
        "  %-44s %9s  %s%s → %s%s"
            .formatted(
                Plain.text(finding.scenario() + " " + finding.mode() + " " + finding.metric()),
                finding.movedPercent() == null ? "" : signed(finding.movedPercent()),
                interval(finding.movedInterval()),
                Quantity.of(finding.before(), finding.unit(), null),
                Quantity.of(finding.after(), finding.unit(), null),
                finding.gate() ? "" : ", informational"));
  }

  private static String interval(@Nullable Interval interval) {
    return interval == null
        ? ""
        : "(%s to %s)  ".formatted(signed(interval.low()), signed(interval.high()));
  }

  private static String signed(double percent) {
    return String.format(Locale.ROOT, "%+.1f %%", percent).replace('-', '−');
  }

  private void missing() {
    if (report.missing().isEmpty()) {
      return;
    }
    lines.add("");
    for (Missing missing : report.missing().stream().limit(MOST_MISSING).toList()) {
      String what =
          missing.metric() == null
              ? "no data"
              : "missing " + missing.scenario() + " " + missing.mode() + " " + missing.metric();
      lines.add(
          Ink.VOID.on("⊘ " + Plain.text(what), style.colour())
              + ": "
              + missing.reason()
              + "; last "
              + commit(missing.last()));
    }
    int more = report.missing().size() - MOST_MISSING;
    if (more > 0) {
      lines.add("⊘ and " + more + " more missing");
    }
  }

  private void warnings() {
    List<String> warnings = report.warnings();
    if (!warnings.isEmpty()) {
      lines.add("");
      // The newest are last.
      warnings.stream()
          .skip(Math.max(0, warnings.size() - MOST_WARNINGS))
          .forEach(warning -> lines.add("! " + Plain.text(warning)));
    }
  }

  private static String commit(At at) {
    String id = CommitName.shortened(Plain.text(at.commit()));
    return at.message() == null ? id : id + " “" + shortened(Plain.text(at.message())) + "”";
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "…";
  }

  private static String entries(int entries) {
    return entries == 1 ? "1 entry" : entries + " entries";
  }
}
