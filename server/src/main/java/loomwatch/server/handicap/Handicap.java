package loomwatch.server.handicap;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fault of a known size: in every request, in some, or beside them all. */
public sealed interface Handicap {
  /** Of faults, in the order of this file. */
  List<String> KINDS =
      List.of(
          "cpu",
          "alloc",
          "latency",
          "lock",
          "pin",
          "tail",
          "leak",
          "retain",
          "gc",
          "collect",
          "background");

  /** Does it, on the request's thread. */
  void apply() throws InterruptedException;

  /** Makes ready what the first request must not pay for; called before the server listens. */
  default void prepare() {}

  /** Computes for that much CPU time, of the process in either mode. */
  record Cpu(long nanos) implements Handicap {
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
  record Alloc(int bytes) implements Handicap {
    private static final long MOST_BYTES = 1L << 30;

    @Override
    public void apply() {
      Garbage.make(bytes);
    }
  }

  /** Waits, without computing. */
  record Latency(long nanos) implements Handicap {
    @Override
    public void apply() throws InterruptedException {
      Thread.sleep(Duration.ofNanos(nanos));
    }
  }

  /**
   * Holds the one lock all requests share for that long by the wall clock. It spins: waiting in
   * {@code synchronized} would pin the carrier before JDK 24 and so be two handicaps in one.
   */
  record Lock(long nanos) implements Handicap {
    private static final Object SHARED = new Object();

    @Override
    public void apply() {
      synchronized (SHARED) {
        Spinning.spin(nanos);
      }
    }
  }

  /** Waits with the carrier pinned: inside a class initialiser, which pins on every JDK. */
  record Pin(long nanos) implements Handicap {
    @Override
    public void apply() {
      Pinning.block(nanos);
    }
  }

  /** Waits in some requests, drawn by chance, and not at all in the others. */
  record Tail(double share, long nanos) implements Handicap {
    @Override
    public void apply() throws InterruptedException {
      if (ThreadLocalRandom.current().nextDouble() < share) {
        Thread.sleep(Duration.ofNanos(nanos));
      }
    }
  }

  /** Keeps that many bytes for ever: a leak. */
  record Leak(int bytes) implements Handicap {
    @Override
    public void apply() {
      Kept.add(bytes);
    }
  }

  /** Keeps that many bytes from the start: a cache. */
  record Retain(int bytes) implements Handicap {
    private static final int PIECE = 1_024;

    @Override
    public void prepare() {
      for (int kept = 0; kept < bytes; kept += PIECE) {
        Kept.add(PIECE);
      }
    }

    @Override
    public void apply() {}
  }

  /** Makes each collection so many times as dear as it was, without allocating. */
  record Gc(double factor) implements Handicap {
    private static final int MOST = 20;

    @Override
    public void prepare() {
      DearCollections.begin(factor);
    }

    @Override
    public void apply() {}
  }

  /** Has the whole heap collected once in so many requests. */
  record Collect(int requests) implements Handicap {
    private static final AtomicInteger SEEN = new AtomicInteger();

    @Override
    public void apply() {
      if (SEEN.incrementAndGet() % requests == 0) {
        System.gc();
      }
    }
  }

  /** Keeps a thread computing for that share of one CPU, requests or none. */
  record Background(double share) implements Handicap {
    private static final Duration PERIOD = Duration.ofMillis(10);

    @Override
    public void prepare() {
      Computing.prepare();
      Thread.ofPlatform().daemon().name("handicap-background").start(this::work);
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
   * @throws IllegalArgumentException telling what is expected
   */
  static Handicap parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String size = colon < 0 ? "" : text.substring(colon + 1);
    return switch (kind) {
      case "cpu" ->
          new Cpu(
              size.endsWith("%") ? Percent.of(text, size, Percent.CPU_NANOS) : nanos(text, size));
      case "alloc" ->
          new Alloc(
              Math.toIntExact(
                  size.endsWith("%")
                      ? Percent.of(text, size, Percent.ALLOCATED_BYTES)
                      : bytes(text, size)));
      case "latency" -> new Latency(nanos(text, size));
      case "lock" -> new Lock(nanos(text, size));
      case "pin" -> new Pin(nanos(text, size));
      case "tail" -> tail(text, size);
      case "leak" -> new Leak(Math.toIntExact(bytes(text, size)));
      case "retain" -> new Retain(Math.toIntExact(bytes(text, size)));
      case "gc" -> new Gc(factor(text, size));
      case "collect" -> new Collect(requests(text, size));
      case "background" -> new Background(Percent.share(text, size));
      default ->
          throw new IllegalArgumentException(
              "handicap must be one of %s with a size, such as latency:1ms, was '%s'"
                  .formatted(KINDS, text));
    };
  }

  /** {@code SHARE:TIME}. */
  private static Tail tail(String whole, String size) {
    int colon = size.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "handicap must be tail:SHARE:TIME, such as tail:1%:20ms, was '" + whole + "'");
    }
    return new Tail(
        Percent.share(whole, size.substring(0, colon)), nanos(whole, size.substring(colon + 1)));
  }

  private static double factor(String whole, String size) {
    double factor = size.matches("\\d{1,2}(\\.\\d{1,3})?") ? Double.parseDouble(size) : 0;
    if (factor <= 1 || factor > Gc.MOST) {
      throw new IllegalArgumentException(
          "handicap must be gc:FACTOR, above 1 and at most %d, such as gc:2, was '%s'"
              .formatted(Gc.MOST, whole));
    }
    return factor;
  }

  private static int requests(String whole, String size) {
    if (!size.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          "handicap must be collect:REQUESTS, such as collect:20000, was '" + whole + "'");
    }
    return Integer.parseInt(size);
  }

  private static long nanos(String whole, String size) {
    return quantity(whole, size, Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L), "1ms or 20us");
  }

  private static long bytes(String whole, String size) {
    Map<String, Long> units =
        Map.of("B", 1L, "KB", 1_000L, "MB", 1_000_000L, "KiB", 1_024L, "MiB", 1L << 20);
    long bytes = quantity(whole, size, units, "1KiB or 2%");
    if (bytes > Alloc.MOST_BYTES) {
      throw new IllegalArgumentException(
          "size of handicap must be at most 1024MiB, was '" + whole + "'");
    }
    return bytes;
  }

  /** At most nine digits: no larger one can be meant, and none overflows. */
  private static long quantity(String whole, String size, Map<String, Long> units, String example) {
    Matcher matcher = Pattern.compile("([1-9]\\d{0,8})(ns|us|ms|B|[KM]i?B)").matcher(size);
    Long unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "size of handicap must be a whole number and a unit, such as %s, was '%s'",
              example,
              whole));
    }
    return Long.parseLong(matcher.group(1)) * unit;
  }
}
