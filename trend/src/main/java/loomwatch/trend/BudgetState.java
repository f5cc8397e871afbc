package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The loss on main since a fixed commit, and the loss allowed.
 *
 * @param commit id of the commit, in full if it was measured
 * @param allowedPercent loss allowed to each series, above 0
 * @param spent losses of series whose metric repeats, the largest first; empty if unknown
 * @param measured time of the last comparison of main with the commit; null if there was none
 * @param again comparison that is due, scenarios with the largest loss first, or null
 */
public record BudgetState(
    Since since,
    String commit,
    @Nullable String release,
    double allowedPercent,
    State state,
    List<Spent> spent,
    @Nullable Instant measured,
    @Nullable Remeasurement again) {

  /** The kind of commit that a budget starts from. */
  public enum Since {
    RELEASE,
    PIN;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The state of a budget. */
  public enum State {
    /** No series is known to have lost more than allowed. */
    WITHIN,
    /** History shows that the budget is spent, but no comparison does yet. */
    SUSPECTED,
    /** A comparison shows that the budget is spent. */
    SPENT,
    /** There is no measurement of the loss. */
    UNKNOWN;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The loss of one series in percent, below 0 for an improvement.
   *
   * @param interval 90 % interval of {@code percent}
   * @param comparison history entry that measured it, except for later changes; null if none did
   */
  public record Spent(
      String scenario,
      String mode,
      String metric,
      double percent,
      Interval interval,
      @Nullable String comparison) {}

  public BudgetState {
    spent = List.copyOf(spent);
  }

  /** Returns the largest loss, if one is known. */
  public Optional<Spent> most() {
    return spent.stream().findFirst();
  }

  /** Returns the largest loss in percent; at least 0. */
  public double lostPercent() {
    return most().map(Spent::percent).map(lost -> Math.max(0, lost)).orElse(0.0);
  }
}
