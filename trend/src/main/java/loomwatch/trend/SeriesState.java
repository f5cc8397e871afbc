package loomwatch.trend;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import loomwatch.results.Metric.Direction;
import loomwatch.trend.Alert.Change;
import org.jspecify.annotations.Nullable;

/**
 * How one series stands.
 *
 * @param scenario as in history
 * @param mode {@code platform}, {@code virtual}, {@code ratio} or {@code imported}
 * @param metric as in history
 * @param unit of the levels
 * @param direction which way it gets better
 * @param gate whether its changes decide the verdict
 * @param points how many runs have it
 * @param state of the newest of them
 * @param reason in words, with figures
 * @param level where its newest points lie, or null while learning
 * @param noisePercent the robust standard deviation around it, or null while learning
 * @param levelSince the index of the entry the present segment begins with, or null without points
 * @param changes every change of level found, oldest first: at the index of the first entry after
 *     it
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
   * A change of level.
   *
   * @param index of the first entry after it
   * @param commit that entry's
   * @param change which way
   * @param effectPercent after relative to before; positive is worse; null where it was 0 before
   * @param alert the key of the alert it belongs to, or null when it alarms nobody
   */
  public record LevelChange(
      int index,
      String commit,
      Change change,
      @Nullable Double effectPercent,
      @Nullable String alert) {}

  /** The state of a series. */
  public enum State {
    /** No loss against the best level that was accepted. */
    STEADY,
    /** Too few points since the last baseline reset to judge the next. */
    LEARNING,
    /** Worse than the best level that was accepted. */
    WORSE,
    /** Better than any level before. */
    BETTER,
    /** It cannot be judged: see the reason. */
    NOT_JUDGED,
    /** It was measured lately and is gone. */
    MISSING;

    /** The name in JSON: lower case with hyphens. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public SeriesState {
    changes = List.copyOf(changes);
  }
}
