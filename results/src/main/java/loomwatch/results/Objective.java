package loomwatch.results;

/**
 * What is promised of requests: {@code 99.9 % within 20 ms}.
 *
 * @param percent of them, from 50 to below 100
 * @param withinSeconds from when each was due; above 0
 */
public record Objective(double percent, double withinSeconds) {
  /** With fewer in time it would say less than the median does. */
  public static final double LEAST_PERCENT = 50;

  public Objective {
    Require.positive("withinSeconds", withinSeconds);
    Require.check(
        percent >= LEAST_PERCENT && percent < 100, "percent", "from 50 to below 100", percent);
  }

  /** The share of requests that may be late. */
  public double lateShare() {
    return 1 - percent / 100;
  }

  /** In nanoseconds. */
  public long withinNanos() {
    return Math.round(withinSeconds * 1e9);
  }
}
