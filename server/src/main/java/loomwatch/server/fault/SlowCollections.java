package loomwatch.server.fault;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.NotificationEmitter;

/**
 * Makes each collection of the young generation more expensive: an old array has many references to
 * a young object, all of which must be scanned and updated. It allocates almost nothing after the
 * start; the array adds to the live set.
 */
final class SlowCollections {
  /**
   * Number of references, of 4 bytes, that take as long to scan as the rest of a collection of the
   * demo server under {@code hello}.
   */
  private static final int AS_LONG_AS_THE_REST = 400_000;

  private final Object[] old;

  private SlowCollections(int references) {
    old = new Object[references];
  }

  /** Makes collections take about {@code factor} times as long from now on. */
  static void begin(double factor) {
    new SlowCollections((int) ((factor - 1) * AS_LONG_AS_THE_REST)).keepUp();
  }

  /** Refills the array after each collection, because its young object becomes old after some. */
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
