package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert.Change;
import org.jspecify.annotations.Nullable;

/**
 * The state of one series, named as in history.
 *
 * @param gate whether its changes are blocking
 * @param points number of runs with the series
 * @param level location of the newest points, or null while learning
 * @param noisePercent robust standard deviation around it, or null while learning; of a count in
 *     percent of one per request
 * @param levelSince index of the entry at which the newest level begins, or null without points
 * @param changes all level changes, oldest first
 */
public record SeriesState(
    String scenario,
    String mode,
    String metric,
    String unit,
    Direction direction,
    boolean gate,
    int points,
    State state,
    String reason,
    @Nullable Double level,
    @Nullable Double noisePercent,
    @Nullable Integer levelSince,
    List<LevelChange> changes) {

  /**
   * A level change, at the first entry after it.
   *
   * @param effectPercent change relative to before; positive is worse; null if it was 0 before
   * @param alert key of its alert, or null without one
   */
  public record LevelChange(
      int index,
      String commit,
      Change change,
      @Nullable Double effectPercent,
      @Nullable String alert) {}

  public enum State {
    /** There is no loss against the best accepted level. */
    STEADY,
    /** There are too few points since the last baseline reset. */
    LEARNING,
    /** The series is worse than the best accepted level. */
    WORSE,
    /** The series is better than every earlier level. */
    BETTER,
    /** The series cannot be judged; the reason explains why. */
    NOT_JUDGED,
    /** The series was measured until recently, but no longer. */
    MISSING;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public SeriesState {
    changes = List.copyOf(changes);
  }
}
