package loomwatch.server.handicap;

/**
 * Sizes relative to what one {@code hello} request costs, so that {@code cpu:10%} is a stated
 * amount and the same in every workload.
 */
final class Percent {
  /**
   * CPU time of a {@code hello} request in nanoseconds, as {@code compare} measures it: Tomcat
   * 11.0.25 on JDK 25.0.3 with its settled JIT, one core of a virtual machine kept awake, 8,000
   * requests/s over 50 connections. 24 µs with platform threads, 28 µs with virtual ones; this is
   * between the two. Other hosts' percent differ.
   */
  static final long CPU_NANOS = 26_000;

  /**
   * Bytes of a {@code hello} request, the same set-up: 2,061 and 2,621, the same in 36 launches.
   */
  static final long ALLOCATED_BYTES = 2_350;

  private Percent() {}

  static long of(String whole, String size, long base) {
    return Math.round(base * hundredths(whole, size, 10_000));
  }

  /** Of something whole: above 0, at most 1. */
  static double share(String whole, String size) {
    return hundredths(whole, size, 100);
  }

  private static double hundredths(String whole, String size, int most) {
    try {
      double percent = Double.parseDouble(size.substring(0, Math.max(0, size.length() - 1)));
      if (size.endsWith("%") && percent > 0 && percent <= most) {
        return percent / 100;
      }
    } catch (NumberFormatException notANumber) {
      // Told below, like a number out of range.
    }
    throw new IllegalArgumentException(
        "size of handicap must be above 0 %% and at most %d %%, was '%s'".formatted(most, whole));
  }
}
