package loomwatch.judge.statistics;

/** A statistic, or the reason why the samples do not allow one. */
public sealed interface Estimate<T> {

  record Known<T>(T value) implements Estimate<T> {}

  /** There are fewer samples than the statistic needs. */
  record Inconclusive<T>(int samples, int needed) implements Estimate<T> {

    /** Returns why there is no value. */
    public String reason() {
      return samples + (samples == 1 ? " sample is" : " samples are") + " too few";
    }
  }
}
