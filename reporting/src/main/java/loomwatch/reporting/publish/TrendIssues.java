package loomwatch.reporting.publish;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import loomwatch.judge.verdict.Cause;
import loomwatch.reporting.publish.Issue.IssueText;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.TrendText;
import loomwatch.reporting.text.CommitName;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Text;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.RecordException;
import loomwatch.trend.Alert;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.SeriesChange;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/**
 * Decides from history which issues to open and close: each regression that a second measurement
 * confirmed, spent budgets, and data that stopped coming. A suspected change has no issue yet, so
 * that an outlier alerts nobody.
 */
public final class TrendIssues {
  private static final int MOST_SUSPECTS = 50;
  private static final int MOST_WORN = 10;
  private static final String CHANGES = "trend/";
  private static final String BUDGET = "budget/";
  private static final String MISSING = "missing/data";

  private TrendIssues() {}

  /**
   * Reads {@code trend.json} as untrusted input: a file of bounded size that strictly follows its
   * schema.
   *
   * @throws RecordException when it does not, or holds values that the judge never writes
   */
  public static TrendReport read(Path file) {
    TrendReport report = TrendJson.read(UntrustedRun.text(file), file.toString());
    for (Alert alert : report.alerts()) {
      if (!alert.key().matches("[0-9a-f]{12}")) {
        throw refused(file, "key of each alert must be 12 hexadecimal digits", alert.key());
      }
      String comparison = alert.comparison();
      if (comparison != null && !comparison.matches(MeasurementRecord.ID_PATTERN)) {
        throw refused(file, "comparison of each alert must be an id", comparison);
      }
      if (alert.findings().isEmpty()) {
        throw refused(file, "findings of each alert must be at least one", "none");
      }
      alert.findings().stream()
          .flatMapToDouble(TrendIssues::numbers)
          .filter(number -> !Double.isFinite(number))
          .forEach(number -> {
            throw refused(file, "numbers of each finding must be finite", "" + number);
          });
    }
    for (BudgetState budget : report.budgets()) {
      if (!budget.commit().matches("[0-9a-f]{7,64}")) {
        throw refused(
            file, "commit of each budget must be 7 to 64 hexadecimal digits", budget.commit());
      }
      budget.spent().stream()
          .filter(spent -> !Double.isFinite(spent.percent()))
          .forEach(spent -> {
            throw refused(file, "percent of each budget must be finite", "" + spent.percent());
          });
    }
    return report;
  }

  private static DoubleStream numbers(SeriesChange finding) {
    Double effect = finding.effectPercent();
    return DoubleStream.of(effect == null ? 0 : effect, finding.before(), finding.after());
  }

  private static RecordException refused(Path file, String rule, String was) {
    return new RecordException(file + ": " + rule + ", was " + Clipped.quoted(was));
  }

  /**
   * Returns the issues in the order of the report; missing data comes last.
   *
   * @param site address of the trend site, or null
   * @param causes returns the causes of the regressions in the comparison of that id; empty where
   *     none were looked for
   */
  public static List<Issue> of(
      TrendReport report, @Nullable DetailsUrl site, Function<String, List<Cause>> causes) {
    List<Issue> issues = new ArrayList<>();
    report.alerts().stream()
        .filter(alert -> alert.direction() == Alert.Change.WORSE)
        .map(alert -> of(alert, site, causes))
        .flatMap(Optional::stream)
        .forEach(issues::add);
    report.budgets().forEach(budget -> budget(budget, report).ifPresent(issues::add));
    issues.add(missing(report.missing()));
    return List.copyOf(issues);
  }

  /**
   * Returns the text for an issue about a change that history no longer shows. After few runs,
   * later points may show that there was no change; a creeping change can only be followed on the
   * newest runtime and host.
   *
   * @param key of the issue
   * @return empty when the issue is about something else, or the report still has the change
   */
  public static Optional<Issue> gone(String key, TrendReport report) {
    boolean reported =
        report.alerts().stream().anyMatch(alert -> key.equals(CHANGES + alert.key()));
    if (reported || !key.startsWith(CHANGES)) {
      return Optional.empty();
    }
    At latest = report.history().latest();
    return Optional.of(
        new IssueText(
                Text.strong("closed")
                    .and(
                        ": history shows no such change any more"
                            + (latest == null ? "" : ", as of " + TrendText.commit(latest))
                            + "."),
                Text.EMPTY,
                List.of(),
                List.of(),
                "What it means",
                room ->
                    "The level is back after too few runs to be distinguished from noise; or, after another"
                        + " JDK, kernel or load, history cannot follow the change any further.\n")
            .of(key, Issue.State.RETURNED, "history shows it no longer"));
  }

  private static Optional<Issue> of(
      Alert alert, @Nullable DetailsUrl site, Function<String, List<Cause>> causes) {
    Issue.@Nullable State state =
        switch (alert.status()) {
          case SUSPECTED -> null;
          case CONFIRMED -> Issue.State.BROKEN;
          case ACCEPTED -> Issue.State.ACCEPTED;
          case CLOSED, NOT_REPRODUCED -> Issue.State.RETURNED;
        };
    return Optional.ofNullable(state).map(known -> of(alert, known, site, whys(alert, causes)));
  }

  /** Returns the causes of a confirmed change, found by profiling the confirming comparison. */
  private static List<String> whys(Alert alert, Function<String, List<Cause>> causes) {
    String comparison = alert.status() == Alert.Status.CONFIRMED ? alert.comparison() : null;
    List<Cause> found = comparison == null ? List.of() : causes.apply(comparison);
    return found.isEmpty() ? List.of() : CauseSentences.whys(found);
  }

  private static Issue of(
      Alert alert, Issue.State state, @Nullable DetailsUrl site, List<String> whys) {
    int others = alert.findings().size() - 1;
    String title =
        "Regression since "
            + CommitName.shortened(alert.firstBad().commit())
            + ": "
            + TrendText.inShort(alert.findings().getFirst())
            + (others == 0 ? "" : " and " + others + " more");
    return new IssueText(
            lead(alert),
            more(alert, site),
            alert.findings().stream().map(TrendText::sentence).toList(),
            whys,
            "Measured commits it may have come from",
            room -> suspects(alert))
        .of(CHANGES + alert.key(), state, title);
  }

  private static Text lead(Alert alert) {
    At good = alert.lastGood();
    At closed = alert.closedAt();
    String note = alert.note();
    return Text.strong(alert.status().label())
        .and(": " + alert.kind().label() + " ")
        .and(good == null ? "from the beginning" : "after " + TrendText.commit(good))
        .and(" up to " + TrendText.commit(alert.firstBad()))
        .and(closed == null ? "" : "; back since " + TrendText.commit(closed))
        .and(note == null ? "" : "; " + Clipped.to(300, note))
        .and(".");
  }

  /** Returns links to the site, and to the confirming comparison if there is one. */
  private static Text more(Alert alert, @Nullable DetailsUrl site) {
    if (site == null) {
      return Text.EMPTY;
    }
    String comparison = alert.status() == Alert.Status.CONFIRMED ? alert.comparison() : null;
    Text alerts = Text.of(" More on ").and(Text.link("the trend site", site + "#alerts"));
    return comparison == null
        ? alerts.and(".")
        : alerts
            .and(" and in ")
            .and(Text.link("the comparison", site + "#compare?id=" + comparison))
            .and(".");
  }

  private static String suspects(Alert alert) {
    Document document = new Document();
    Section section = document.section("suspects");
    alert.suspects().stream()
        .limit(MOST_SUSPECTS)
        .forEach(suspect -> section.item("commit " + Clipped.to(64, suspect)));
    if (alert.suspects().size() > MOST_SUSPECTS) {
      section.item("and " + (alert.suspects().size() - MOST_SUSPECTS) + " more");
    }
    if (alert.confirmWith() != null) {
      section.text("To measure it again: " + Clipped.to(300, alert.confirmWith()));
    }
    return Markdown.render(document);
  }

  /** Returns the issue about a budget; empty while no comparison decides it. */
  private static Optional<Issue> budget(BudgetState budget, TrendReport report) {
    boolean spent = budget.state() == BudgetState.State.SPENT;
    if (!spent && budget.state() != BudgetState.State.WITHIN) {
      return Optional.empty();
    }
    String sentence = Clipped.to(300, TrendText.sentence(budget));
    return Optional.of(
        new IssueText(
                Text.strong(spent ? "The performance budget is spent" : "Within the budget")
                    .and(": " + sentence + "."),
                Text.EMPTY,
                budget.spent().stream().limit(MOST_WORN).map(TrendText::sentence).toList(),
                List.of(),
                "What spent it, the largest first, as far as it was found",
                room -> spenders(report))
            .of(
                BUDGET + budget.since().label(),
                spent ? Issue.State.BROKEN : Issue.State.RETURNED,
                spent ? "Budget spent " + TrendText.sentence(budget) : "within the budget"));
  }

  /** Returns the largest open changes; each was smaller than the tolerance of its own check. */
  private static String spenders(TrendReport report) {
    Document document = new Document();
    Section section = document.section("spenders");
    List<Alert> open =
        report.alerts().stream()
            .filter(Alert::actionable)
            .sorted(Comparator.comparing(TrendIssues::size).reversed())
            .limit(MOST_WORN)
            .toList();
    open.forEach(alert ->
        section.item(
            "%s, %s: %s"
                .formatted(
                    TrendText.status(alert),
                    TrendText.commit(alert.firstBad()),
                    TrendText.inShort(alert.findings().getFirst()))));
    return open.isEmpty()
        ? "- no single commit that history can name\n"
        : Markdown.render(document);
  }

  private static double size(Alert alert) {
    Double effect = alert.findings().getFirst().effectPercent();
    return effect == null ? Double.MAX_VALUE : effect;
  }

  private static Issue missing(List<MissingData> missing) {
    List<String> findings = missing.stream().map(TrendText::sentence).toList();
    boolean whole = missing.isEmpty();
    return new IssueText(
            Text.strong(
                whole ? "Data comes again." : "What was measured before is not measured any more."),
            Text.EMPTY,
            findings,
            List.of(),
            "What it means",
            room ->
                "The runner may be gone, its job failing, or a scenario renamed. Until then nothing"
                    + " guards what is missing.\n")
        .of(
            MISSING,
            whole ? Issue.State.RETURNED : Issue.State.BROKEN,
            whole ? "all data is there" : "No data: " + findings.getFirst());
  }
}
