package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * What main lost since a commit that does not move by itself, and how much it may.
 *
 * @param since what that commit is
 * @param commit its id, in full where it was measured
 * @param release its tag, where known
 * @param allowedPercent how much each series may lose, above 0
 * @param state of the whole
 * @param spent by series whose metric repeats, the most worn first; none where nothing is known
 * @param measured when main was last compared with that commit; null where it never was
 * @param again what a comparison of today would measure, the most worn scenarios first; null where
 *     there is one, or none can be made
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

  /** What a budget counts from. */
  public enum Since {
    RELEASE,
    PIN;

    /** The name in JSON: lower case. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How a budget stands. */
  public enum State {
    /** Nothing lost more, as far as is known. */
    WITHIN,
    /** History shows it; no comparison did yet. */
    SUSPECTED,
    /** A comparison shows it. */
    SPENT,
    /** Nothing measured says what was lost. */
    UNKNOWN;

    /** The name in JSON: lower case. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What one series lost.
   *
   * @param percent below 0 where it got better
   * @param interval of {@code percent}, 90 %
   * @param comparison the id of the entry that measured it, but for what history saw since; null
   *     where only history shows it
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

  /** The most worn series, where one is known. */
  public Optional<Spent> most() {
    return spent.stream().findFirst();
  }

  /** The part of it that the most worn series lost, in percent; at least 0. */
  public double lostPercent() {
    return most().map(Spent::percent).map(lost -> Math.max(0, lost)).orElse(0.0);
  }
}
