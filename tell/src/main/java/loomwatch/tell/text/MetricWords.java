package loomwatch.tell.text;

import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;

/** What metrics are called in sentences; tables show their labels. */
public final class MetricWords {
  private MetricWords() {}

  /** A noun: {@code CPU per request}. */
  public static String name(Metric metric) {
    return metric.wording().name();
  }

  /** The head of a narrow column. */
  public static String shortName(Metric metric) {
    return metric.wording().column();
  }

  /**
   * What a change of that size means: {@code takes 14.6 % more CPU per request}.
   *
   * @param size without a sign
   * @param worse whether it got worse
   */
  public static String does(Metric metric, String size, boolean worse) {
    boolean grew = worse == (metric.direction() == Direction.LOWER_IS_BETTER);
    return metric.wording().change().of(size, grew);
  }
}
