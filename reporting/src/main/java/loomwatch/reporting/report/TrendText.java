package loomwatch.reporting.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.TreeMap;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Mark;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.reporting.text.Terminal;
import loomwatch.reporting.text.Text;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;

/** What history shows, for a terminal: what changed, where, and how sure that is. */
public final class TrendText {
  private static final int MOST_FINDINGS = 8;
  private static final int MOST_MISSING = 5;
  private static final int MOST_WARNINGS = 5;

  private static final List<Column<SeriesChange>> FINDINGS =
      List.of(
          Column.key("", TrendWords::name),
          Column.right("", TrendWords::moved),
          Column.left("", TrendText::interval),
          Column.left("", TrendWords::levels),
          Column.left("", finding -> finding.gate() ? "" : "informational"));

  private final TrendReport report;
  private final Document document = new Document();

  private TrendText(TrendReport report) {
    this.report = report;
  }

  /** The text, with a final newline. */
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
                  TrendWords.commit(latest),
                  latest.measuredAt()));
    }
    for (BudgetState budget : report.budgets()) {
      boolean spent = budget.state() == BudgetState.State.SPENT;
      section.text(
          Text.of(spent ? "✘ budget" : "budget", spent ? Ink.BAD : Ink.PLAIN)
              .and(" " + TrendWords.sentence(budget)));
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
                        TrendWords.commit(alert.firstBad()),
                        (alert.kind() == Alert.Kind.DRIFT ? "slowly, " : "")
                            + TrendWords.status(alert),
                        alert.key()));
    At good = alert.lastGood();
    if (good != null) {
      section.text(
          "last good %s; %s since"
              .formatted(
                  TrendWords.commit(good),
                  Plural.count(alert.suspects().size(), "measured commit")));
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
    return interval == null ? "" : "(" + TrendWords.interval(interval) + ")";
  }

  private void missing() {
    Section section = document.section("missing");
    for (MissingData missing : report.missing().stream().limit(MOST_MISSING).toList()) {
      section.text(
          Text.of("⊘ missing " + TrendWords.what(missing), Ink.VOID)
              .and(": " + missing.reason() + "; last " + TrendWords.commit(missing.last())));
    }
    int more = report.missing().size() - MOST_MISSING;
    if (more > 0) {
      section.text("⊘ and " + more + " more missing");
    }
  }

  /** The newest, which are last. */
  private void warnings() {
    List<String> warnings = report.warnings();
    Section section = document.section("warnings");
    warnings.stream()
        .skip(Math.max(0, warnings.size() - MOST_WARNINGS))
        .forEach(warning -> section.text("! " + warning));
  }
}
