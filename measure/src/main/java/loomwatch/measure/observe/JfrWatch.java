package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/**
 * Reads a server's JFR events while it runs, from its repository on disk, without agent or JMX.
 * Events arrive up to a second late, so they are kept with their times and assigned to windows
 * afterwards. Thread-safe.
 */
public final class JfrWatch implements AutoCloseable {
  /** JFR's name for G1's concurrent marking; a full collection of G1 is {@code G1Full}. */
  private static final String G1_CYCLE = "G1Old";

  private final EventStream stream;
  private final List<Timed> pauses = new ArrayList<>();
  private final List<Timed> pinned = new ArrayList<>();
  private final CollectionLog collections = new CollectionLog();
  private Instant seenUntil = Instant.EPOCH;

  private record Timed(Instant start, Duration duration) {}

  private JfrWatch(EventStream stream) {
    this.stream = stream;
  }

  public static JfrWatch open(Path repository) throws IOException {
    JfrWatch watch = new JfrWatch(EventStream.openRepository(repository));
    watch.stream.setReuse(true);
    watch.stream.onEvent("jdk.GCPhasePause", event -> watch.keep(watch.pauses, event));
    watch.stream.onEvent("jdk.VirtualThreadPinned", event -> watch.keep(watch.pinned, event));
    listen(watch.stream, watch.collections);
    watch.stream.onEvent("jdk.CPULoad", event -> watch.seen(event.getStartTime()));
    watch.stream.startAsync();
    return watch;
  }

  private synchronized void keep(List<Timed> events, RecordedEvent event) {
    events.add(new Timed(event.getStartTime(), event.getDuration()));
  }

  private static void listen(EventStream stream, CollectionLog collections) {
    stream.onEvent(
        "jdk.GCHeapSummary",
        event ->
            collections.heap(
                gcId(event), event.getStartTime(), isBefore(event), event.getLong("heapUsed")));
    stream.onEvent(
        "jdk.G1EvacuationOldStatistics",
        event -> {
          RecordedObject statistics = event.getValue("statistics");
          // The sum is what was copied to it and what was allocated in it directly.
          collections.promoted(
              gcId(statistics), statistics.getLong("used") + statistics.getLong("directAllocated"));
        });
    stream.onEvent(
        "jdk.PSHeapSummary",
        event ->
            collections.oldGeneration(
                gcId(event),
                isBefore(event),
                ((RecordedObject) event.getValue("oldObjectSpace")).getLong("used")));
    stream.onEvent(
        "jdk.GarbageCollection",
        event -> {
          if (event.getString("name").equals(G1_CYCLE)) {
            collections.cycle(gcId(event));
          }
        });
  }

  private static long gcId(RecordedObject event) {
    return event.getLong("gcId");
  }

  private static boolean isBefore(RecordedEvent event) {
    return event.getString("when").startsWith("Before");
  }

  public List<HeapCollection> collections() {
    return collections.collections();
  }

  private synchronized void seen(Instant time) {
    seenUntil = time;
    notifyAll();
  }

  /** Waits until events up to that time have been read; returns false after the patience. */
  public synchronized boolean awaitEventsUntil(Instant time, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (seenUntil.isBefore(time)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  public synchronized List<Duration> pausesIn(List<Window> windows) {
    return in(windows, pauses);
  }

  public synchronized List<Duration> pinnedIn(List<Window> windows) {
    return in(windows, pinned);
  }

  private static List<Duration> in(List<Window> windows, List<Timed> events) {
    return events.stream()
        .filter(event -> windows.stream().anyMatch(window -> window.holds(event.start())))
        .map(Timed::duration)
        .toList();
  }

  @Override
  public void close() {
    stream.close();
  }

  public record Window(Instant from, Instant to) {
    public boolean holds(Instant time) {
      return !time.isBefore(from) && time.isBefore(to);
    }
  }

  /**
   * A collection of a JVM's heap.
   *
   * @param allocated bytes since the previous one; empty for the first, and after a concurrent
   *     cycle, as memory it freed hides allocation
   * @param promoted bytes that it moved to the old generation; empty where the collector does not
   *     report them
   */
  public record HeapCollection(Instant at, OptionalLong allocated, OptionalLong promoted) {}

  /**
   * The collections of a JVM, each assembled from several events of one {@code gcId}. Thread-safe.
   *
   * <p>G1's concurrent marking has a {@code gcId} of its own, with the heap at its beginning and
   * end and young collections in between; such a cycle is no collection.
   */
  static final class CollectionLog {
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

      boolean ranBetween(Instant from, Instant to) {
        return !isCollection() && at != null && at.isBefore(to) && end.isAfter(from);
      }
    }

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

    synchronized void oldGeneration(long gcId, boolean before, long used) {
      Seen seen = seen(gcId);
      if (before) {
        seen.oldBefore = used;
      } else if (seen.oldBefore != null) {
        seen.promoted = OptionalLong.of(Math.max(0, used - seen.oldBefore));
      }
    }

    synchronized void promoted(long gcId, long bytes) {
      seen(gcId).promoted = OptionalLong.of(bytes);
    }

    synchronized void cycle(long gcId) {
      seen(gcId).cycle = true;
    }

    private Seen seen(long gcId) {
      return byId.computeIfAbsent(gcId, id -> new Seen());
    }

    synchronized List<HeapCollection> collections() {
      List<HeapCollection> collections = new ArrayList<>();
      Seen last = null;
      for (Seen seen : byId.values()) {
        if (seen.isCollection() && seen.at != null) {
          collections.add(
              new HeapCollection(seen.at, allocated(last, seen, seen.at), seen.promoted));
          last = seen;
        }
      }
      return collections;
    }

    private OptionalLong allocated(@Nullable Seen last, Seen seen, Instant at) {
      return last == null
              || byId.values().stream().anyMatch(other -> other.ranBetween(last.end, at))
          ? OptionalLong.empty()
          : OptionalLong.of(seen.usedBefore - last.usedAfter);
    }
  }
}
