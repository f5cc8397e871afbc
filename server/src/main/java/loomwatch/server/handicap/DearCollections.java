package loomwatch.server.handicap;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Gives each collection of the young generation more to do: an old array refers to a young object
 * many times, and every one of these references must be looked at and mended. Nothing is allocated
 * for it once it has begun. How many it takes is found by what this JVM's own collectors take: for
 * a reference at the start, for a collection under load.
 */
final class DearCollections {
  /** 4 bytes each; half a region of G1's and more, so that they stay where they are. */
  private static final int FEWEST = 1 << 18;

  private static final int MOST = 1 << 23;

  /** Of each kind; the least of them had nothing else to do. */
  private static final int COLLECTIONS = 4;

  /** So many times what a collection takes else, that its noise does not count. */
  private static final int DOMINANT = 4;

  private static final int GARBAGE_BYTES = 1 << 16;

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private Object[] old = new Object[FEWEST];

  private DearCollections() {}

  /** Finds out what a reference costs, which takes some ten collections, and then keeps it up. */
  static void begin(double factor) {
    DearCollections dear = new DearCollections();
    // What was loaded so far is moved now, and not in what is measured next.
    System.gc();
    double plain = dear.nanos(0);
    double roughly = dear.nanosOfReference(FEWEST, plain);
    int dominant = (int) Math.clamp(DOMINANT * plain / roughly, 1, MOST);
    double nanosOfReference = dear.nanosOfReference(dominant, plain);
    dear.keepUp(factor - 1, nanosOfReference);
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

  /**
   * After each collection anew: what was young then will be old. Under load a collection takes
   * several times what it takes at the start, so the first ones there have nothing more to do.
   */
  private void keepUp(double more, double nanosOfReference) {
    refer(0);
    LinkedBlockingQueue<Boolean> collected = new LinkedBlockingQueue<>();
    for (GarbageCollectorMXBean each : COLLECTORS) {
      ((NotificationEmitter) each)
          .addNotificationListener(
              (notification, unused) -> collected.add(isOfTheYoung(notification)),
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
            awaitYoung(collected); // Until here nothing was served.
            double plain = Math.min(nanosUntilYoung(collected), nanosUntilYoung(collected));
            double wanted = more * plain;
            double references = Math.clamp(wanted / nanosOfReference, 1, MOST);
            while (true) {
              refer((int) references);
              long before = CollectorClock.nanos();
              if (collected.take()) {
                double had = CollectorClock.nanos() - before - plain;
                references = Math.clamp(references * correction(wanted / had), 1, MOST);
              }
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Half of the way, as single collections are noisy, and never far; had may be below nothing. */
  private static double correction(double ratio) {
    return ratio > 0 ? Math.clamp(Math.sqrt(ratio), 0.5, 2) : 2;
  }

  /** Not of a full collection, nor of a pause within a concurrent one. */
  private static boolean isOfTheYoung(Notification notification) {
    String action =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcAction();
    return !action.contains("major") && !action.contains("pause");
  }

  private static double nanosUntilYoung(BlockingQueue<Boolean> collected)
      throws InterruptedException {
    long before = CollectorClock.nanos();
    awaitYoung(collected);
    return CollectorClock.nanos() - before;
  }

  private static void awaitYoung(BlockingQueue<Boolean> collected) throws InterruptedException {
    boolean young;
    do {
      young = collected.take();
    } while (!young);
  }
}
