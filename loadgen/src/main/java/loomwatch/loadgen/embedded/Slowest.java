package loomwatch.loadgen.embedded;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import loomwatch.loadgen.SlowRequest;

/** The slowest requests of a run. Lives on the event loop. */
final class Slowest {
  private final int most;

  /** Both clocks at one moment. */
  private final Instant wall = Instant.now();

  private final long nanos = System.nanoTime();
  private final PriorityQueue<Timed> kept =
      new PriorityQueue<>(Comparator.comparingLong(Timed::latency));

  /** At most so many; of none nothing is kept. */
  Slowest(int most) {
    this.most = most;
  }

  /** By {@link System#nanoTime}. */
  private record Timed(long due, long sent, long done) {
    long latency() {
      return done - due;
    }
  }

  void completed(long due, long sent, long done) {
    if (most == 0) {
      return;
    }
    if (kept.size() == most) {
      if (kept.element().latency() >= done - due) {
        return;
      }
      kept.remove();
    }
    kept.add(new Timed(due, sent, done));
  }

  List<SlowRequest> requests() {
    return kept.stream()
        .map(each -> new SlowRequest(wall(each.due()), wall(each.sent()), wall(each.done())))
        .toList();
  }

  private Instant wall(long at) {
    return wall.plusNanos(at - nanos);
  }
}
