package loomwatch.server.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault of a known size: in every request, in some, or beside them all. */
public sealed interface InjectedFault {
  /** Does it, on the request's thread. */
  void apply() throws InterruptedException;

  /** Makes ready what the first request must not pay for; called before the server listens. */
  default void prepare() {}

  /** Computes for that much CPU time, of the process in either mode. */
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

  /** Allocates that many bytes of garbage. */
  record Alloc(int bytes) implements InjectedFault {
    static final long MOST_BYTES = 1L << 30;

    private static final int ARRAY_HEADER_BYTES = 16;

    /** A write the JIT cannot prove unread, so the array must really be allocated. */
    private static volatile byte[] last = {};

    @Override
    public void apply() {
      last = new byte[Math.max(0, bytes - ARRAY_HEADER_BYTES)];
    }

    static int lastLength() {
      return last.length;
    }
  }

  /** Waits, without computing. */
  record Latency(long nanos) implements InjectedFault {
    @Override
    public void apply() throws InterruptedException {
      Thread.sleep(Duration.ofNanos(nanos));
    }
  }

  /**
   * Holds the one lock all requests share for that long by the wall clock. It spins: waiting in
   * {@code synchronized} would pin the carrier before JDK 24 and so be two faults in one.
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

  /** Waits with the carrier pinned: inside a class initialiser, which pins on every JDK. */
  record Pin(long nanos) implements InjectedFault {
    @Override
    public void apply() {
      Pinning.block(nanos);
    }
  }

  /** Waits in some requests, drawn by chance, and not at all in the others. */
  record Tail(double share, long nanos) implements InjectedFault {
    @Override
    public void apply() throws InterruptedException {
      if (ThreadLocalRandom.current().nextDouble() < share) {
        Thread.sleep(Duration.ofNanos(nanos));
      }
    }
  }

  /** Keeps that many bytes for ever: a leak. */
  record Leak(int bytes) implements InjectedFault {
    @Override
    public void apply() {
      LeakedObjects.add(bytes);
    }
  }

  /** Keeps that many bytes from the start: a cache. */
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

  /** Makes each collection cost so many times what it did, without allocating. */
  record Gc(double factor) implements InjectedFault {
    static final int MOST = 20;

    @Override
    public void prepare() {
      SlowCollections.begin(factor);
    }

    @Override
    public void apply() {}
  }

  /** Has the whole heap collected once in so many requests. */
  record Collect(int requests) implements InjectedFault {
    private static final AtomicInteger SERVED = new AtomicInteger();

    @Override
    public void apply() {
      if (SERVED.incrementAndGet() % requests == 0) {
        System.gc();
      }
    }
  }

  /** Keeps a thread computing for that share of one CPU, requests or none. */
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
   * Reads {@code KIND:SIZE}.
   *
   * @throws IllegalArgumentException with what is expected
   */
  static InjectedFault parse(String text) {
    return new FaultParser(text).parse();
  }

  /** What nobody lets go of. */
  final class LeakedObjects {
    /** An array's header and the reference to it, with compressed pointers. */
    private static final int OVERHEAD = 20;

    private static final int CHUNK = 1_024;

    private static final List<byte[][]> CHUNKS = new ArrayList<>();
    private static int inLast = CHUNK;

    private LeakedObjects() {}

    /** Keeps that many bytes more; 24 at least. */
    private static synchronized void add(int bytes) {
      if (inLast == CHUNK) {
        CHUNKS.add(new byte[CHUNK][]);
        inLast = 0;
      }
      CHUNKS.getLast()[inLast++] = new byte[Math.max(1, bytes - OVERHEAD)];
    }
  }
}
