package loomwatch.server.fault;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a fault's {@code KIND:SIZE}. */
record FaultParser(String text) {
  /**
   * CPU time of a {@code hello} request in nanoseconds; {@code cpu:10%} is a tenth of it in every
   * workload. {@code compare} measured 24 µs with platform and 28 µs with virtual threads: Tomcat
   * 11.0.25 on JDK 25.0.3 with its deterministic JIT, one core of a virtual machine kept awake,
   * 8,000 requests/s over 50 connections. Other hosts differ.
   */
  static final long HELLO_CPU_NANOS = 26_000;

  /** Bytes of a {@code hello} request in the same set-up: the modes have 2,061 and 2,621. */
  static final long HELLO_BYTES = 2_350;

  private static final int MOST_PERCENT = 10_000;
  private static final List<String> KINDS =
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

  InjectedFault parse() {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String size = colon < 0 ? "" : text.substring(colon + 1);
    boolean percent = size.endsWith("%");
    return switch (kind) {
      case "cpu" ->
          new InjectedFault.Cpu(
              percent ? Math.round(HELLO_CPU_NANOS * share(size, MOST_PERCENT)) : nanos(size));
      case "alloc" ->
          new InjectedFault.Alloc(
              percent
                  ? Math.toIntExact(Math.round(HELLO_BYTES * share(size, MOST_PERCENT)))
                  : bytes(size));
      case "latency" -> new InjectedFault.Latency(nanos(size));
      case "lock" -> new InjectedFault.Lock(nanos(size));
      case "pin" -> new InjectedFault.Pin(nanos(size));
      case "tail" -> tail(size);
      case "leak" -> new InjectedFault.Leak(bytes(size));
      case "retain" -> new InjectedFault.Retain(bytes(size));
      case "gc" -> new InjectedFault.Gc(factor(size));
      case "collect" -> new InjectedFault.Collect(requests(size));
      case "background" -> new InjectedFault.Background(share(size, 100));
      default -> throw bad("fault must be one of %s with a size, such as latency:1ms", KINDS);
    };
  }

  /** Parses {@code SHARE:TIME}. */
  private InjectedFault tail(String size) {
    int colon = size.indexOf(':');
    if (colon < 0) {
      throw bad("fault must be tail:SHARE:TIME, such as tail:1%%:20ms");
    }
    return new InjectedFault.Tail(
        share(size.substring(0, colon), 100), nanos(size.substring(colon + 1)));
  }

  /** Parses a percentage above 0 as a fraction; {@code most} is the maximum in percent. */
  private double share(String size, int most) {
    try {
      double percent = Double.parseDouble(size.substring(0, Math.max(0, size.length() - 1)));
      if (size.endsWith("%") && percent > 0 && percent <= most) {
        return percent / 100;
      }
    } catch (NumberFormatException notANumber) {
      // Rejected below, like a number out of range.
    }
    throw bad("size of fault must be above 0 %% and at most %d %%", most);
  }

  private double factor(String size) {
    double factor = size.matches("\\d{1,2}(\\.\\d{1,3})?") ? Double.parseDouble(size) : 0;
    if (factor <= 1 || factor > InjectedFault.Gc.MOST) {
      throw bad(
          "fault must be gc:FACTOR, above 1 and at most %d, such as gc:2", InjectedFault.Gc.MOST);
    }
    return factor;
  }

  private int requests(String size) {
    if (!size.matches("[1-9]\\d{0,8}")) {
      throw bad("fault must be collect:REQUESTS, such as collect:20000");
    }
    return Integer.parseInt(size);
  }

  private long nanos(String size) {
    return quantity(size, Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L), "1ms or 20us");
  }

  private int bytes(String size) {
    Map<String, Long> units =
        Map.of("B", 1L, "KB", 1_000L, "MB", 1_000_000L, "KiB", 1_024L, "MiB", 1L << 20);
    long bytes = quantity(size, units, "1KiB or 2%");
    if (bytes > InjectedFault.Alloc.MOST_BYTES) {
      throw bad("size of fault must be at most 1024MiB");
    }
    return Math.toIntExact(bytes);
  }

  /** Accepts at most nine digits, so that nothing overflows. */
  private long quantity(String size, Map<String, Long> units, String example) {
    Matcher matcher = Pattern.compile("([1-9]\\d{0,8})(ns|us|ms|B|[KM]i?B)").matcher(size);
    Long unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    if (unit == null) {
      throw bad("size of fault must be a whole number and a unit, such as %s", example);
    }
    return Long.parseLong(matcher.group(1)) * unit;
  }

  private IllegalArgumentException bad(String expected, Object... values) {
    return new IllegalArgumentException("%s, was '%s'".formatted(expected.formatted(values), text));
  }
}
