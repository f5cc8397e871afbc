package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/**
 * A level change, in every series that shows it within a few commits.
 *
 * @param key stable identifier across reports, 12 hexadecimal digits
 * @param lastGood last run of another commit before the change, or null without one
 * @param firstBad first run after the change; for a drift the run at which it was detected
 * @param suspects commits measured after {@code lastGood} up to {@code firstBad}, oldest first, at
 *     most the newest 100; runs may have skipped others
 * @param closedAt run at which the level was back, or null
 * @param findings findings, most certain first
 * @param again comparison to run; null when it was run or is impossible
 * @param confirmWith command of that comparison; null when there is nothing to compare
 * @param comparison history entry that answers the alert; null while a comparison is due
 */
public record Alert(
    String key,
    Status status,
    Kind kind,
    Change direction,
    @Nullable At lastGood,
    At firstBad,
    List<String> suspects,
    At detectedAt,
    @Nullable At closedAt,
    List<SeriesChange> findings,
    @Nullable Remeasurement again,
    @Nullable String confirmWith,
    @Nullable String note,
    @Nullable String comparison) {

  /** The state of an alert. */
  public enum Status {
    /** History shows the change, but no comparison confirmed it yet. */
    SUSPECTED,
    /** A comparison of last good and first bad reproduced the change. */
    CONFIRMED,
    /** A comparison did not reproduce the change, or the builds are identical. */
    NOT_REPRODUCED,
    /** {@code accepted.yaml} accepts the new level. */
    ACCEPTED,
    /** The level is back, by points or by a comparison, or another host measures the series. */
    CLOSED;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the alert needs action. */
    public boolean open() {
      return this == SUSPECTED || this == CONFIRMED;
    }
  }

  /** Whether the change came at one commit or gradually. */
  public enum Kind {
    /** Most of the change came at one commit. */
    STEP,
    /** The change came gradually. */
    DRIFT;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The direction of a change. */
  public enum Change {
    WORSE,
    BETTER;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Alert {
    suspects = List.copyOf(suspects);
    findings = List.copyOf(findings);
  }

  /** Returns whether the alert is for the worse and needs action. */
  public boolean actionable() {
    return direction == Change.WORSE && status.open();
  }

  /** Returns this alert without a comparison to run. */
  Alert notAskedFor() {
    return new Alert(
        key,
        status,
        kind,
        direction,
        lastGood,
        firstBad,
        suspects,
        detectedAt,
        closedAt,
        findings,
        null,
        confirmWith,
        note,
        comparison);
  }
}
