package loomwatch.measure.observe;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/**
 * A collection of a JVM's heap.
 *
 * @param at when it began
 * @param usedBefore bytes of the heap
 * @param usedAfter bytes of the heap
 * @param promotedBytes to the old generation; empty where the collector does not tell
 */
public record Collection(Instant at, long usedBefore, long usedAfter, OptionalLong promotedBytes) {

  /** Put together from several events. Thread-safe. */
  static final class Seen {
    private @Nullable Instant at;
    private @Nullable Long usedBefore;
    private @Nullable Long usedAfter;
    private @Nullable Long oldBefore;
    private @Nullable Long promoted;

    synchronized void heap(Instant time, boolean before, long used) {
      if (before) {
        at = time;
        usedBefore = used;
      } else {
        usedAfter = used;
      }
    }

    /** What was copied there, and what was allocated there at once. */
    synchronized void promotedByG1(RecordedObject statistics) {
      promoted = statistics.getLong("used") + statistics.getLong("directAllocated");
    }

    /** How much of it is used. */
    synchronized void oldGeneration(boolean before, long used) {
      if (before) {
        oldBefore = used;
      } else if (oldBefore != null) {
        promoted = Math.max(0, used - oldBefore);
      }
    }

    synchronized Optional<Collection> whole() {
      return at == null || usedBefore == null || usedAfter == null
          ? Optional.empty()
          : Optional.of(
              new Collection(
                  at,
                  usedBefore,
                  usedAfter,
                  promoted == null ? OptionalLong.empty() : OptionalLong.of(promoted)));
    }
  }
}
