package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import loomwatch.trend.TrendReport.At;
import org.jspecify.annotations.Nullable;

/**
 * One change of level, in every series that shows it within a few commits.
 *
 * @param key stable from report to report, for whoever keeps track of it: 12 hexadecimal digits
 * @param status how far it can be believed, and whether it is still there
 * @param kind whether it came at once
 * @param direction worse if any of its findings that gate got worse
 * @param lastGood the last run of another commit before the change, or null when there is none
 * @param firstBad the first run after it; of a slow one the run by which it was seen
 * @param suspects the commits measured from after {@code lastGood} to {@code firstBad} as far as
 *     known, oldest first, the newest 100; when runs skipped commits there may be more between
 * @param detectedAt the run at which it was seen first
 * @param closedAt the run at which the level was back, or null while it is not
 * @param findings most certain first
 * @param again what is to be measured for it; null when that is answered, or cannot be
 * @param confirmWith the command that measures again, last good against first bad; null when there
 *     is nothing to compare
 * @param note what to know: how it was confirmed, accepted or closed
 * @param comparison the id of the entry of history that answers whether it is so, whatever that
 *     says: a comparison, or that none can be made; null while one is still wanted
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

  /** How far an alert can be believed, and whether it is still there. */
  public enum Status {
    /**
     * History shows it; not yet measured again, or the new measurement was inconclusive or failed.
     */
    SUSPECTED,
    /** Measured again, last good against first bad, and found again. */
    CONFIRMED,
    /** Measured again and not found, or between commits that are alike once built. */
    NOT_REPRODUCED,
    /** Taken as the new level by the reviewed file. */
    ACCEPTED,
    /** The level is back, by points or by a comparison; or the host is another. */
    CLOSED;

    /** The name in JSON: lower case with hyphens. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether somebody still has to do something about it. */
    public boolean open() {
      return this == SUSPECTED || this == CONFIRMED;
    }
  }

  /** Whether it came at once. */
  public enum Kind {
    /** Most of it at one commit. */
    STEP,
    /** Little by little. */
    DRIFT;

    /** The name in JSON: lower case. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which way. */
  public enum Change {
    WORSE,
    BETTER;

    /** The name in JSON: lower case. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Alert {
    suspects = List.copyOf(suspects);
    findings = List.copyOf(findings);
  }

  /** Whether it is for the worse and somebody still has to do something about it. */
  public boolean actionable() {
    return direction == Change.WORSE && status.open();
  }

  /** The same, with nothing to be measured for it. */
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
