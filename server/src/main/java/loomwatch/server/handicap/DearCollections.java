package loomwatch.server.handicap;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.NotificationEmitter;

/**
 * Gives each collection of the young generation more to do: an old array refers to a young object
 * many times, and every one of these references must be looked at and mended. Nothing is allocated
 * for it once it has begun. How many it takes is found at the start, by what this JVM's own
 * collectors take for the same garbage without and with them.
 */
final class DearCollections {
  /** 4 bytes each; half a region of G1's and more, so that they stay where they are. */
  private static final int FEWEST = 1 << 18;

  private static final int MOST = 1 << 23;

  /** Of each kind; the least of them had nothing else to do. */
  private static final int COLLECTIONS = 4;

  private static final int CORRECTIONS = 2;
  private static final int GARBAGE_BYTES = 1 << 16;

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private Object[] old = new Object[FEWEST];

  private DearCollections() {}

  /** Finds out how much is needed, which takes some ten collections, and keeps it up. */
  static void begin(double factor) {
    DearCollections dear = new DearCollections();
    // What was loaded so far is moved now, and not in what is measured next.
    System.gc();
    double plain = dear.nanos(0);
    double references = FEWEST;
    for (int i = 0; i < CORRECTIONS; i++) {
      double more = Math.max(1, dear.nanos((int) references) - plain);
      references = Math.clamp(references * (factor - 1) * plain / more, 1, MOST);
    }
    int enough = (int) references;
    dear.refer(enough);
    dear.keepUp(enough);
  }

  /** What a collection takes with so many references: the least of some. */
  private double nanos(int references) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      long before = CollectorClock.nanos();
      refer(references);
      long count = count();
      while (count() == count) {
        Garbage.make(GARBAGE_BYTES);
      }
      least = Math.min(least, CollectorClock.nanos() - before);
    }
    return least;
  }

  /** From now on each of so many refers to what is young. */
  private void refer(int references) {
    if (references > old.length) {
      old = new Object[references];
    }
    Arrays.fill(old, 0, references, new Object());
  }

  private static long count() {
    return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  /** After each collection anew: what was young then will be old. */
  private void keepUp(int references) {
    LinkedBlockingQueue<Boolean> collected = new LinkedBlockingQueue<>();
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, unused) -> collected.add(true),
              notification ->
                  notification
                      .getType()
                      .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
              null);
    }
    Thread.ofPlatform()
        .daemon()
        .name("handicap-collections")
        .start(() -> {
          try {
            while (true) {
              collected.take();
              refer(references);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
