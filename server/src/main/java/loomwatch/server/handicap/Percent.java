package loomwatch.server.handicap;

/**
 * Sizes relative to what one {@code hello} request costs, so that {@code cpu:10%} is a stated
 * amount and the same in every workload.
 */
final class Percent {
  /**
   * CPU time of a {@code hello} request in nanoseconds. Measured as process CPU by answered request
   * with Tomcat 11.0.25 on JDK 25.0.3, one core of a virtual machine, 2,000 requests/s over 50
   * connections, after 30 s of warm-up; medians of six windows of 4 s: 34.5 and 38.9 µs with
   * platform threads, 30.5 and 31.2 µs with virtual ones. This is the median of the four, rounded;
   * single windows spread from 20 to 57 µs, so other hosts' percent differ.
   */
  static final long CPU_NANOS = 33_000;

  /** Bytes of a {@code hello} request: 3,084 in every warm launch of the same set-up. */
  static final long ALLOCATED_BYTES = 3_084;

  private Percent() {}

  static long of(String whole, String size, long base) {
    try {
      double percent = Double.parseDouble(size.substring(0, size.length() - 1));
      if (percent > 0 && percent <= 10_000) {
        return Math.round(base * percent / 100);
      }
    } catch (NumberFormatException notANumber) {
      // Told below, like a number out of range.
    }
    throw new IllegalArgumentException(
        "size of handicap must be above 0 % and at most 10000 %, was '" + whole + "'");
  }
}
