package loomwatch.results;

import org.jspecify.annotations.Nullable;

/**
 * Which percentile of which times a metric is.
 *
 * @param rank above 0, at most 100, which is the longest
 * @param times what is counted
 */
public record Percentile(double rank, Times times) {
  /** Samples that must lie beyond it in a launch for its rank to scatter by a tenth at most. */
  public static final int ENOUGH_BEYOND = 100;

  /** Of a request. */
  public enum Times {
    /** From when it was due. */
    LATENCY,
    /** From when it was sent. */
    SERVICE_TIME
  }

  /** Whether it is the longest, which is a single request. */
  public boolean isMaximum() {
    return rank == 100;
  }

  /** The times it is of, or null where there are none. */
  public @Nullable LatencyHistogram in(LoadResult load) {
    return switch (times) {
      case LATENCY -> load.latency();
      case SERVICE_TIME -> load.serviceTime();
    };
  }
}
