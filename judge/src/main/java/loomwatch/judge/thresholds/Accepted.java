package loomwatch.judge.thresholds;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What people said about history: {@code accepted.yaml}, a reviewed file.
 *
 * @param digest SHA-256 of the file, or null when there is none
 * @param changes the changes of level taken as they are, in the order of the file
 * @param notes what happened, for the charts, in the order of the file
 */
public record Accepted(@Nullable String digest, List<Change> changes, List<Note> notes) {

  /** Nothing accepted, nothing noted. */
  public static final Accepted NOTHING = new Accepted(null, List.of(), List.of());

  /**
   * A change of level taken as it is: from this commit on, series are judged against the new level,
   * and one that is gone is not missed.
   *
   * @param commit the first characters of its id, at least 7
   * @param scenario the series' scenario, or null for all
   * @param mode their mode, or null for all
   * @param metric their metric, or null for all
   * @param why for whoever wonders later
   */
  public record Change(
      String commit,
      @Nullable String scenario,
      @Nullable String mode,
      @Nullable String metric,
      String why) {

    /** Whether it is about that series. */
    public boolean covers(String ofScenario, String ofMode, String ofMetric) {
      return (scenario == null || scenario.equals(ofScenario))
          && (mode == null || mode.equals(ofMode))
          && (metric == null || metric.equals(ofMetric));
    }
  }

  /**
   * What happened at a commit.
   *
   * @param commit the first characters of its id, at least 7
   * @param text what happened
   */
  public record Note(String commit, String text) {}

  public Accepted {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }
}
