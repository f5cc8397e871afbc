package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/**
 * Reads a server's JFR events while it runs, from its repository on disk: no agent, no JMX. Events
 * arrive up to a second late, so they are kept with their times and counted by window afterwards.
 * Thread-safe.
 */
public final class JfrWatch implements AutoCloseable {
  private final EventStream stream;
  private final List<Timed> pauses = new ArrayList<>();
  private final List<Timed> pinned = new ArrayList<>();
  private final Map<Long, Collection.Seen> collections = new TreeMap<>();
  private Instant seenUntil = Instant.EPOCH;

  private record Timed(Instant start, Duration duration) {}

  private JfrWatch(EventStream stream) {
    this.stream = stream;
  }

  /**
   * Begins to read.
   *
   * @param repository of the server's recording; must exist
   */
  public static JfrWatch open(Path repository) throws IOException {
    JfrWatch watch = new JfrWatch(EventStream.openRepository(repository));
    watch.stream.setReuse(true);
    watch.stream.onEvent("jdk.GCPhasePause", event -> watch.keep(watch.pauses, event));
    watch.stream.onEvent("jdk.VirtualThreadPinned", event -> watch.keep(watch.pinned, event));
    watch.stream.onEvent("jdk.GCHeapSummary", watch::heap);
    watch.stream.onEvent(
        "jdk.G1EvacuationOldStatistics",
        event -> {
          RecordedObject statistics = event.getValue("statistics");
          watch.collection(statistics).promotedByG1(statistics);
        });
    watch.stream.onEvent(
        "jdk.PSHeapSummary",
        event ->
            watch
                .collection(event)
                .oldGeneration(
                    isBefore(event),
                    ((RecordedObject) event.getValue("oldObjectSpace")).getLong("used")));
    watch.stream.onEvent("jdk.CPULoad", event -> watch.seen(event.getStartTime()));
    watch.stream.startAsync();
    return watch;
  }

  private synchronized void keep(List<Timed> events, RecordedEvent event) {
    events.add(new Timed(event.getStartTime(), event.getDuration()));
  }

  private void heap(RecordedEvent event) {
    collection(event).heap(event.getStartTime(), isBefore(event), event.getLong("heapUsed"));
  }

  private static boolean isBefore(RecordedEvent event) {
    return event.getString("when").startsWith("Before");
  }

  private synchronized Collection.Seen collection(RecordedObject event) {
    return collections.computeIfAbsent(event.getLong("gcId"), id -> new Collection.Seen());
  }

  /** All collections that were seen whole, in their order. */
  public synchronized List<Collection> collections() {
    return collections.values().stream().flatMap(seen -> seen.whole().stream()).toList();
  }

  private synchronized void seen(Instant time) {
    seenUntil = time;
    notifyAll();
  }

  /**
   * Waits until events of that time have been read: the periodic one that comes each second is the
   * tide mark.
   *
   * @return whether they came within the patience
   */
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

  /** The GC pauses that began within the windows. */
  public synchronized List<Duration> pausesIn(List<Window> windows) {
    return in(windows, pauses);
  }

  /** How long each pinned virtual thread blocked its carrier, of those that began within. */
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

  /**
   * A stretch of wall time.
   *
   * @param from its first instant
   * @param to just after its last
   */
  public record Window(Instant from, Instant to) {
    /** Whether that time lies in it. */
    public boolean holds(Instant time) {
      return !time.isBefore(from) && time.isBefore(to);
    }
  }
}
