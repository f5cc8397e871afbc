package loomwatch.judge.thresholds;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code accepted.yaml}, a reviewed file, in its order.
 *
 * @param digest SHA-256 of the file, or null without a file
 * @param changes accepted level changes
 * @param notes notes shown in charts
 */
public record Accepted(@Nullable String digest, List<Change> changes, List<Note> notes) {

  public static final Accepted NOTHING = new Accepted(null, List.of(), List.of());

  /**
   * An accepted level change: from this commit on, series are judged against the new level, and a
   * series that ends is not reported missing. A scenario, mode or metric of null matches all.
   *
   * @param commit first characters of the commit's id, at least 7
   */
  public record Change(
      String commit,
      @Nullable String scenario,
      @Nullable String mode,
      @Nullable String metric,
      String why) {

    public boolean covers(String ofScenario, String ofMode, String ofMetric) {
      return (scenario == null || scenario.equals(ofScenario))
          && (mode == null || mode.equals(ofMode))
          && (metric == null || metric.equals(ofMetric));
    }
  }

  /** A note on a commit, given by the first characters of its id, at least 7. */
  public record Note(String commit, String text) {}

  public Accepted {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }
}
