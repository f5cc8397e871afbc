package loomwatch.server.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault of a known size: in every request, in some, or in the background. */
public sealed interface InjectedFault {
  /** Applies the fault on the request's thread. */
  void apply() throws InterruptedException;

  /** Prepares the fault before the server listens, so that the first request is not slowed down. */
  default void prepare() {}

  /** Consumes CPU time. */
  record Cpu(long nanos) implements InjectedFault {
    @Override
    public void prepare() {
      Computing.prepare();
    }

    @Override
    public void apply() {
      Computing.spend(nanos);
    }
  }

  /** Allocates bytes of garbage. */
  record Alloc(int bytes) implements InjectedFault {
    static final long MOST_BYTES = 1L << 30;

    private static final int ARRAY_HEADER_BYTES = 16;

    /** A write that the JIT cannot remove, so that the array is allocated. */
    private static volatile byte[] last = {};

    @Override
    public void apply() {
      last = new byte[Math.max(0, bytes - ARRAY_HEADER_BYTES)];
    }

    static int lastLength() {
      return last.length;
    }
  }

  /** Waits without using CPU time. */
  record Latency(long nanos) implements InjectedFault {
    @Override
    public void apply() throws InterruptedException {
      Thread.sleep(Duration.ofNanos(nanos));
    }
  }

  /**
   * Holds a lock shared by all requests, for that much wall time. It spins, because waiting in
   * {@code synchronized} would also pin the carrier before JDK 24.
   */
  record Lock(long nanos) implements InjectedFault {
    private static final Object SHARED = new Object();

    @Override
    public void apply() {
      synchronized (SHARED) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
    }
  }

  /** Waits with a pinned carrier, in a class initialiser, which pins on every JDK. */
  record Pin(long nanos) implements InjectedFault {
    @Override
    public void apply() {
      Pinning.block(nanos);
    }
  }

  /** Waits in a random share of the requests. */
  record Tail(double share, long nanos) implements InjectedFault {
    @Override
    public void apply() throws InterruptedException {
      if (ThreadLocalRandom.current().nextDouble() < share) {
        Thread.sleep(Duration.ofNanos(nanos));
      }
    }
  }

  /** Leaks bytes in each request. */
  record Leak(int bytes) implements InjectedFault {
    @Override
    public void apply() {
      LeakedObjects.add(bytes);
    }
  }

  /** Retains bytes from the start, like a cache. */
  record Retain(int bytes) implements InjectedFault {
    private static final int PIECE = 1_024;

    @Override
    public void prepare() {
      for (int kept = 0; kept < bytes; kept += PIECE) {
        LeakedObjects.add(PIECE);
      }
    }

    @Override
    public void apply() {}
  }

  /** Makes each collection cost {@code factor} times as much, without allocating. */
  record Gc(double factor) implements InjectedFault {
    static final int MOST = 20;

    @Override
    public void prepare() {
      SlowCollections.begin(factor);
    }

    @Override
    public void apply() {}
  }

  /** Collects the whole heap once in so many requests. */
  record Collect(int requests) implements InjectedFault {
    private static final AtomicInteger SERVED = new AtomicInteger();

    @Override
    public void apply() {
      if (SERVED.incrementAndGet() % requests == 0) {
        System.gc();
      }
    }
  }

  /** Keeps a thread busy for a share of one CPU, independent of requests. */
  record Background(double share) implements InjectedFault {
    private static final Duration PERIOD = Duration.ofMillis(10);

    @Override
    public void prepare() {
      Computing.prepare();
      Thread.ofPlatform().daemon().name("fault-background").start(this::work);
    }

    private void work() {
      try {
        while (true) {
          Computing.spend(Math.round(share * PERIOD.toNanos()));
          Thread.sleep(PERIOD);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void apply() {}
  }

  /**
   * Parses {@code KIND:SIZE}.
   *
   * @throws IllegalArgumentException naming what is expected
   */
  static InjectedFault parse(String text) {
    return new FaultParser(text).parse();
  }

  /** Objects that are never released. */
  final class LeakedObjects {
    /** An array's header and the reference to it, with compressed pointers. */
    private static final int OVERHEAD = 20;

    private static final int CHUNK = 1_024;

    private static final List<byte[][]> CHUNKS = new ArrayList<>();
    private static int inLast = CHUNK;

    private LeakedObjects() {}

    /** Retains this many more bytes; at least 24. */
    private static synchronized void add(int bytes) {
      if (inLast == CHUNK) {
        CHUNKS.add(new byte[CHUNK][]);
        inLast = 0;
      }
      CHUNKS.getLast()[inLast++] = new byte[Math.max(1, bytes - OVERHEAD)];
    }
  }
}
