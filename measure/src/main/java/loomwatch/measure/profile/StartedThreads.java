package loomwatch.measure.profile;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/** Platform threads that were started and never ended. Not thread-safe. */
final class StartedThreads {
  /** By JFR's number of the thread, which no other gets. */
  private final Map<Long, RecordedEvent> starts = new HashMap<>();

  /** A recording is not in the order of time: an end may be read before its start. */
  private final Set<Long> ended = new HashSet<>();

  /** Takes a {@code jdk.ThreadStart}, whose stack is that of whoever started it. */
  void started(RecordedEvent event) {
    starts.put(event.getThread("thread").getId(), event);
  }

  /** Takes a {@code jdk.ThreadEnd}. */
  void ended(RecordedEvent event) {
    ended.add(event.getThread("thread").getId());
  }

  /** The starts of those that never ended; called last. */
  Collection<RecordedEvent> remaining() {
    starts.keySet().removeAll(ended);
    return starts.values();
  }
}
