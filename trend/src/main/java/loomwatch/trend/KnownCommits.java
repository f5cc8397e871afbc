package loomwatch.trend;

import java.util.Set;

/**
 * What git knows about the commits of a history: whether all are measured, so that no new run is
 * expected, and the full ids of those that are tagged now, often after their measurement.
 */
public record KnownCommits(boolean measured, Set<String> released) {

  /** Nothing is known. */
  public static final KnownCommits UNKNOWN = new KnownCommits(false, Set.of());

  public KnownCommits {
    released = Set.copyOf(released);
  }
}
