package loomwatch.trend;

import java.util.Set;

/**
 * What git knows of the commits that a history is of.
 *
 * @param measured whether none of them waits to be measured, so that no run need come
 * @param released those that a tag names now, in full: most tags come after the measuring
 */
public record KnownCommits(boolean measured, Set<String> released) {

  /** Nothing is known. */
  public static final KnownCommits UNKNOWN = new KnownCommits(false, Set.of());

  public KnownCommits {
    released = Set.copyOf(released);
  }
}
