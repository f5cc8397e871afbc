package loomwatch.server.handicap;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import javax.management.NotificationEmitter;

/**
 * Gives each collection of the young generation more to do: an old array refers to a young object
 * many times, and every one of these references must be looked at and mended. Nothing is allocated
 * for it once it has begun. How many it takes is found at the start, by what this JVM's own
 * collectors take for the same garbage without and with them. Garbage is collected the cheaper
 * there as it is made at once: under load collections become dearer by about a quarter of the
 * factor.
 */
final class DearCollections {
  /** 4 bytes each; half a region of G1's and more, so that they stay where they are. */
  private static final int FEWEST = 1 << 18;

  private static final int MOST = 1 << 23;

  /** Of each kind; the least of them had nothing else to do. */
  private static final int COLLECTIONS = 4;

  /** So many times what a collection takes else, that its noise does not count. */
  private static final int DOMINANT = 4;

  /** Under load too G1 has looked through what was written by the time it collects. */
  private static final Duration REFINED_AFTER = Duration.ofMillis(20);

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
    double roughly = dear.nanosOfReference(FEWEST, plain);
    int dominant = (int) Math.clamp(DOMINANT * plain / roughly, 1, MOST);
    double nanosOfReference = dear.nanosOfReference(dominant, plain);
    dear.keepUp((int) Math.clamp((factor - 1) * plain / nanosOfReference, 1, MOST));
  }

  private double nanosOfReference(int references, double plain) {
    return Math.max(1, nanos(references) - plain) / references;
  }

  /** What a collection takes with so many references: the least of some. */
  private double nanos(int references) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      long before = CollectorClock.nanos();
      refer(references);
      LockSupport.parkNanos(REFINED_AFTER.toNanos());
      long count = count();
      while (count() == count) {
        Garbage.make(GARBAGE_BYTES);
      }
      least = Math.min(least, CollectorClock.nanos() - before);
    }
    return least;
  }

  /**
   * From now on each of so many refers to what is young, and no other does: what was young is so
   * for many a collection.
   */
  private void refer(int references) {
    Arrays.fill(old, null);
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
    refer(references);
    LinkedBlockingQueue<Boolean> collected = new LinkedBlockingQueue<>();
    for (GarbageCollectorMXBean each : COLLECTORS) {
      ((NotificationEmitter) each)
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
