package loomwatch.server.handicap;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
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

  private static final int MOST = 1 << 23;

  /** One collection in three has nothing more to do, and shows what it takes by itself. */
  private static final int ROUND = 3;

  /** Of those, the last so many; the first have all that was loaded at the start to move. */
  private static final int REMEMBERED = 5;

  /** First guess of what a reference takes, in nanoseconds, and what a guess may be. */
  private static final double NANOS_EACH = 5;

  private static final double LEAST_EACH = 1;
  private static final double MOST_EACH = 50;

  private final double factor;
  private final Deque<Long> plain = new ArrayDeque<>();
  private Object[] old = new Object[FEWEST];
  private double nanosEach = NANOS_EACH;
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
          old = new Object[part];
        }
        Arrays.fill(old, 0, part, new Object());
        before = CollectorClock.nanos();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** After a collection that took so much: how many references the next one has to look at. */
  private void next(long nanos) {
    if (part == 0) {
      plain.addLast(nanos);
      if (plain.size() > REMEMBERED) {
        plain.removeFirst();
      }
    } else {
      double each = Math.clamp((nanos - usual()) / part, LEAST_EACH, MOST_EACH);
      nanosEach = Math.sqrt(nanosEach * each);
    }
    Arrays.fill(old, 0, Math.min(part, old.length), null);
    seen++;
    double more = (factor - 1) * ROUND / (ROUND - 1) * usual();
    part = seen % ROUND == 0 ? 0 : (int) Math.clamp(more / nanosEach, 1, MOST);
  }

  /** The least of the last ones: another may have had something else to move. */
  private double usual() {
    return plain.stream().mapToLong(Long::longValue).min().orElse(0);
  }
}
