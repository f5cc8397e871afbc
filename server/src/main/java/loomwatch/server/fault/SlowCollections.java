package loomwatch.server.fault;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.NotificationEmitter;

/**
 * Gives each collection of the young generation more to do: an old array refers to a young object
 * many times, and every one of these references must be looked at and updated. Nothing is allocated
 * for it once it has begun; the array itself adds to the live set.
 */
final class SlowCollections {
  /**
   * To look at so many takes as long as the rest of a collection of the server that ships, under
   * {@code hello}; 4 bytes each.
   */
  private static final int AS_LONG_AS_THE_REST = 400_000;

  private final Object[] old;

  private SlowCollections(int references) {
    old = new Object[references];
  }

  /** From now on a collection takes about so many times as long as else. */
  static void begin(double factor) {
    new SlowCollections((int) ((factor - 1) * AS_LONG_AS_THE_REST)).keepUp();
  }

  /** After each collection again: what was young before it is old after some. */
  private void keepUp() {
    LinkedBlockingQueue<Boolean> collected = new LinkedBlockingQueue<>();
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) each)
          .addNotificationListener(
              (notification, unused) -> collected.add(true),
              notification ->
                  notification
                      .getType()
                      .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
              null);
    }
    collected.add(true);
    Thread.ofPlatform()
        .daemon()
        .name("fault-collections")
        .start(() -> {
          try {
            while (true) {
              collected.take();
              Arrays.fill(old, new Object());
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
