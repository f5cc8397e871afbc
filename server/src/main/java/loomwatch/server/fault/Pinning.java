package loomwatch.server.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * Pins a virtual thread to its carrier. {@code synchronized} does not since JDK 24 (JEP 491); a
 * class initialiser still does, because the VM has frames on the stack. So each call initialises a
 * new hidden class.
 */
final class Pinning {
  private static final byte[] BLOCKER = bytesOf(Blocker.class);
  private static final ThreadLocal<Long> NANOS = new ThreadLocal<>();

  private Pinning() {}

  static void block(long nanos) {
    NANOS.set(nanos);
    try {
      var unused = MethodHandles.lookup().defineHiddenClass(BLOCKER, true);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot happen: the class is of this package", e);
    } finally {
      NANOS.remove();
    }
  }

  /**
   * Blocks for the requested time or until interrupted, which {@code parkNanos} leaves its caller
   * to check; called by the initialiser.
   */
  static void blockNow() {
    Long nanos = NANOS.get();
    if (nanos == null) {
      return;
    }
    long end = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = end - System.nanoTime();
    }
  }

  /** A class initialised for each request, as a hidden copy. */
  static final class Blocker {
    static {
      blockNow();
    }

    private Blocker() {}
  }

  private static byte[] bytesOf(Class<?> type) {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return bytes.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
