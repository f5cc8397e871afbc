package loomwatch.tell.text;

import java.util.Locale;
import loomwatch.results.files.Plain;
import loomwatch.trend.BudgetState;
import loomwatch.trend.BudgetState.Since;
import loomwatch.trend.BudgetState.Spent;
import loomwatch.trend.BudgetState.State;

/** How a budget stands, in one sentence. */
public final class BudgetSentence {
  private BudgetSentence() {}

  /**
   * Such as {@code since release v1.2 (1a2b3c4d): 1.8 of 3 % lost, hello virtual cpu-per-request}.
   */
  public static String of(BudgetState budget) {
    String from = since(budget);
    if (budget.state() == State.UNKNOWN) {
      return from + ": not known yet; the next night measures it";
    }
    String lost =
        String.format(Locale.ROOT, "%.1f of %s lost", budget.lostPercent(), allowed(budget));
    return budget
        .most()
        .map(most -> "%s: %s, %s%s".formatted(from, lost, name(most), how(most)))
        .orElse(from + ": " + lost);
  }

  /** Such as {@code since release v1.2 (1a2b3c4d)}. */
  public static String since(BudgetState budget) {
    String commit = CommitName.shortened(Plain.text(budget.commit()));
    String release = budget.release();
    String what = budget.since() == Since.RELEASE ? "since release " : "since pin ";
    return what + (release == null ? commit : Plain.text(release) + " (" + commit + ")");
  }

  /** Such as {@code 3 %}. */
  public static String allowed(BudgetState budget) {
    double allowed = budget.allowedPercent();
    return String.format(
        Locale.ROOT, allowed == Math.rint(allowed) ? "%.0f %%" : "%.1f %%", allowed);
  }

  private static String name(Spent spent) {
    return Plain.text(spent.scenario() + " " + spent.mode() + " " + spent.metric());
  }

  private static String how(Spent spent) {
    return spent.comparison() == null ? " (by history)" : "";
  }
}
