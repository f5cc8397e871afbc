package loomwatch.measure.observe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The collections of a JVM, each put together from several events of one {@code gcId}. Thread-safe.
 *
 * <p>G1 marks concurrently under a {@code gcId} of its own, with the heap at its beginning and at
 * its end, and young collections in between: such a cycle is no collection.
 */
final class CollectionLog {
  private final Map<Long, Seen> byId = new TreeMap<>();

  private static final class Seen {
    private @Nullable Instant at;
    private Instant end = Instant.MAX;
    private long usedBefore;
    private long usedAfter;
    private @Nullable Long oldBefore;
    private OptionalLong promoted = OptionalLong.empty();
    private boolean cycle;

    boolean isCollection() {
      return !cycle && at != null && !end.equals(Instant.MAX);
    }

    /** Whether it ran, concurrently, at some time after the one and before the other. */
    boolean ranBetween(Instant from, Instant to) {
      return !isCollection() && at != null && at.isBefore(to) && end.isAfter(from);
    }
  }

  /**
   * How much of the heap is used.
   *
   * @param before whether before the collection, otherwise after it
   */
  synchronized void heap(long gcId, Instant time, boolean before, long used) {
    Seen seen = seen(gcId);
    if (before) {
      seen.at = time;
      seen.usedBefore = used;
    } else {
      seen.end = time;
      seen.usedAfter = used;
    }
  }

  /** How much of the old generation is used, of a collector that does not tell what it promoted. */
  synchronized void oldGeneration(long gcId, boolean before, long used) {
    Seen seen = seen(gcId);
    if (before) {
      seen.oldBefore = used;
    } else if (seen.oldBefore != null) {
      seen.promoted = OptionalLong.of(Math.max(0, used - seen.oldBefore));
    }
  }

  /** What it promoted. */
  synchronized void promoted(long gcId, long bytes) {
    seen(gcId).promoted = OptionalLong.of(bytes);
  }

  /** It is a concurrent cycle. */
  synchronized void cycle(long gcId) {
    seen(gcId).cycle = true;
  }

  private Seen seen(long gcId) {
    return byId.computeIfAbsent(gcId, id -> new Seen());
  }

  /** All that were seen whole, in their order. */
  synchronized List<Collection> collections() {
    List<Collection> collections = new ArrayList<>();
    Seen last = null;
    for (Seen seen : byId.values()) {
      if (seen.isCollection() && seen.at != null) {
        collections.add(new Collection(seen.at, allocated(last, seen, seen.at), seen.promoted));
        last = seen;
      }
    }
    return collections;
  }

  private OptionalLong allocated(@Nullable Seen last, Seen seen, Instant at) {
    return last == null || byId.values().stream().anyMatch(other -> other.ranBetween(last.end, at))
        ? OptionalLong.empty()
        : OptionalLong.of(seen.usedBefore - last.usedAfter);
  }
}
