package loomwatch.trend;

import java.util.Set;

/**
 * What git knows about the commits of a history.
 *
 * @param measured whether every commit is measured, so that no new run is expected
 * @param released full ids of currently tagged commits; most tags are created after the measurement
 */
public record KnownCommits(boolean measured, Set<String> released) {

  /** Nothing is known. */
  public static final KnownCommits UNKNOWN = new KnownCommits(false, Set.of());

  public KnownCommits {
    released = Set.copyOf(released);
  }
}
