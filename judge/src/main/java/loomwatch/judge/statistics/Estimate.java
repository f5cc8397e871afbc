package loomwatch.judge.statistics;

/** A statistic, or why the samples do not give one. */
public sealed interface Estimate<T> {

  /** There are enough samples. */
  record Known<T>(T value) implements Estimate<T> {}

  /**
   * Too few samples: a doubt as a value, not an error.
   *
   * @param samples how many there were; at least 0
   * @param needed the fewest that would do; above {@code samples}
   */
  record Inconclusive<T>(int samples, int needed) implements Estimate<T> {

    /** Why there is no value. */
    public String reason() {
      return samples + (samples == 1 ? " sample is" : " samples are") + " too few";
    }
  }
}
