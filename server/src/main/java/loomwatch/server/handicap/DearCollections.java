package loomwatch.server.handicap;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.NotificationEmitter;

/**
 * Gives each collection of the young generation more to do: a part of an old array refers to a
 * young object, so that every reference in that part must be looked at and mended. Nothing is
 * allocated for it. How large the part must be is found while the server runs, by what its own
 * collectors take.
 */
final class DearCollections {
  /** References, 4 bytes each; half a region of G1's and more, so that they stay where they are. */
  private static final int FEWEST = 1 << 18;

  private static final int MOST = 1 << 24;

  private static final int LEAST = 1 << 10;

  /** Collections that show what one takes without this. */
  private static final int PLAIN = 3;

  /** First guess of what looking at a reference takes, in nanoseconds. */
  private static final double NANOS_EACH = 2;

  /** One collection is no measure: what it says moves the part by this at most. */
  private static final double STEP = 1.5;

  private final double factor;
  private Object[] old = new Object[FEWEST];
  private double plainNanos;
  private int seen;
  private int part;

  private DearCollections(double factor) {
    this.factor = factor;
  }

  /** Begins with the next collection; on a thread of its own. */
  static void begin(double factor) {
    DearCollections dear = new DearCollections(factor);
    LinkedBlockingQueue<Boolean> collected = new LinkedBlockingQueue<>();
    ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(bean ->
            bean.getName().contains("Young")
                || bean.getName().contains("Scavenge")
                || bean.getName().contains("Copy")
                || bean.getName().contains("Minor"))
        .forEach(bean ->
            ((NotificationEmitter) bean)
                .addNotificationListener(
                    (notification, unused) -> collected.add(true),
                    notification ->
                        notification
                            .getType()
                            .equals(
                                GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
                    null));
    Thread.ofPlatform().daemon().name("handicap-collections").start(() -> dear.work(collected));
  }

  private void work(LinkedBlockingQueue<Boolean> collected) {
    try {
      long before = CollectorClock.nanos();
      while (true) {
        collected.take();
        long now = CollectorClock.nanos();
        next(now - before);
        if (part > old.length) {
          old = new Object[Math.min(MOST, 2 * part)];
        }
        Arrays.fill(old, 0, part, new Object());
        before = CollectorClock.nanos();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** After a collection that took so much. */
  private void next(long nanos) {
    seen++;
    if (seen <= PLAIN) {
      plainNanos += (double) nanos / PLAIN;
      part = seen == PLAIN ? bounded((factor - 1) * plainNanos / NANOS_EACH) : 0;
      return;
    }
    double wanted = (factor - 1) * plainNanos;
    double taken = Math.max(nanos - plainNanos, wanted / 100);
    int other = bounded(part * Math.clamp(Math.sqrt(wanted / taken), 1 / STEP, STEP));
    if (other < part) {
      Arrays.fill(old, other, part, null);
    }
    part = other;
  }

  private static int bounded(double references) {
    return (int) Math.clamp(references, LEAST, MOST);
  }
}
