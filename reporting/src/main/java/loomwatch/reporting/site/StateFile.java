package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.report.TrendText;
import loomwatch.reporting.site.AlertFiles.Badge;
import loomwatch.reporting.text.CommitName;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.TrendReport;

/**
 * The file {@code state.json}, which the page over several sites reads of each: what is open, what
 * is not measured, and the newest run. Its size is bounded.
 */
final class StateFile {
  static final String NAME = "state.json";

  /** Sentences about what is open. */
  private static final int MOST = 3;

  private StateFile() {}

  static ObjectNode of(TrendReport report, History history) {
    List<String> open = open(report);
    ObjectNode file = SiteJson.file("state");
    file.put("verdict", report.verdict().label()).put("says", Badge.of(report).message());
    ArrayNode shown = file.putArray("open");
    open.stream().limit(MOST).forEach(shown::add);
    file.put("more", Math.max(0, open.size() - MOST));
    history.entries().reversed().stream()
        .filter(entry -> entry.kind().isJudged())
        .findFirst()
        .ifPresent(entry -> putNewest(file.putObject("newest"), entry));
    return file;
  }

  /** Returns the state of a site that could not be refreshed. */
  static ObjectNode damaged(ObjectNode known, String fault) {
    known.put("verdict", Outcome.INVALID.label()).put("says", Badge.DAMAGED.message());
    known.putArray("open").add(fault);
    return known.put("more", 0);
  }

  /** Returns a sentence for each, the worst first as the badge has them. */
  private static List<String> open(TrendReport report) {
    List<String> open = new ArrayList<>(alerts(report, Status.CONFIRMED));
    report.budgets().stream()
        .filter(budget -> budget.state() == BudgetState.State.SPENT)
        .forEach(budget -> open.add("budget spent " + TrendText.sentence(budget)));
    report.missing().forEach(missing -> open.add("not measured: " + TrendText.sentence(missing)));
    open.addAll(alerts(report, Status.SUSPECTED));
    return open;
  }

  private static List<String> alerts(TrendReport report, Status status) {
    return report.alerts().stream()
        .filter(alert -> alert.status() == status && alert.actionable())
        .map((Alert alert) -> TrendText.inShort(alert))
        .toList();
  }

  private static void putNewest(ObjectNode node, HistoryEntry entry) {
    node.put("id", entry.id()).put("time", entry.measuredAt().toEpochMilli());
    node.put("commit", CommitName.shortened(entry.provenance().commit()));
    node.put("title", Objects.requireNonNullElse(entry.provenance().message(), ""));
    node.put("verdict", Objects.requireNonNullElse(entry.verdict(), ""));
  }
}
