package loomwatch.tell.site;

import java.util.Comparator;
import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import loomwatch.tell.report.TrendWords;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.TrendReport;

/**
 * The state of the history in three words: {@code badge.svg}, and {@code badge.json} for the
 * endpoint badge of shields.io.
 *
 * @param message what it says
 * @param colour behind the message, six hexadecimal digits; white on it is readable (WCAG AA)
 */
record Badge(String message, String colour) {
  private static final String LABEL = "performance";
  private static final String GOOD = "1c7a3e";
  private static final String DOUBT = "8a5a00";
  private static final String BAD = "b3261e";
  private static final String UNKNOWN = "5a6270";

  /** The mean width of a character at 11 px, a little more than most fonts have. */
  private static final double CHARACTER = 6.6;

  private static final int PADDING = 12;

  /** Of a history that cannot be read. */
  static final Badge DAMAGED = new Badge("history damaged", BAD);

  /** Of a report: the worst of what is open. */
  static Badge of(TrendReport report) {
    long confirmed = open(report, Status.CONFIRMED);
    long suspected = open(report, Status.SUSPECTED);
    if (confirmed > 0) {
      return new Badge(confirmed == 1 ? "1 regression" : confirmed + " regressions", BAD);
    }
    if (report.budgets().stream().anyMatch(budget -> budget.state() == BudgetState.State.SPENT)) {
      return new Badge("budget spent", BAD);
    }
    if (!report.missing().isEmpty()) {
      return new Badge("data missing", DOUBT);
    }
    if (suspected > 0) {
      return new Badge(suspected + " suspected", DOUBT);
    }
    return report.verdict() == Outcome.PASS
        ? new Badge("no regression" + budget(report), GOOD)
        : new Badge("learning", UNKNOWN);
  }

  /** Of the one that is spent most: {@code , 1.8 of 3 % lost}. */
  private static String budget(TrendReport report) {
    return report.budgets().stream()
        .filter(budget -> budget.state() != BudgetState.State.UNKNOWN)
        .max(Comparator.comparing(budget -> budget.lostPercent() / budget.allowedPercent()))
        .map(budget ->
            String.format(
                Locale.ROOT,
                ", %.1f of %s lost",
                budget.lostPercent(),
                TrendWords.allowed(budget)))
        .orElse("");
  }

  private static long open(TrendReport report, Status status) {
    return report.alerts().stream()
        .filter(alert -> alert.direction() == Alert.Change.WORSE && alert.status() == status)
        .count();
  }

  /** As the endpoint badge of shields.io reads it. */
  String json() {
    return SiteJson.text(
            SiteJson.MAPPER
                .createObjectNode()
                .put("schemaVersion", 1)
                .put("label", LABEL)
                .put("message", message)
                .put("color", colour))
        + "\n";
  }

  /** A picture that needs no font, script or other origin; its texts are ours alone. */
  String svg() {
    int left = width(LABEL);
    int right = width(message);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%5$s: %6$s">
    <title>%5$s: %6$s</title>
    <clipPath id="r"><rect width="%1$d" height="20" rx="3"/></clipPath>
    <g clip-path="url(#r)"><rect width="%2$d" height="20" fill="#3b414b"/><rect x="%2$d" width="%3$d" height="20" fill="#%4$s"/></g>
    <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="%7$d" y="14" textLength="%8$d">%5$s</text><text x="%9$d" y="14" textLength="%10$d">%6$s</text>
    </g>
    </svg>
    """
        .formatted(
            left + right,
            left,
            right,
            colour,
            LABEL,
            message.toLowerCase(Locale.ROOT),
            left / 2,
            left - PADDING,
            left + right / 2,
            right - PADDING);
  }

  private static int width(String text) {
    return (int) Math.ceil(text.length() * CHARACTER) + PADDING;
  }
}
