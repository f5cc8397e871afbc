package loomwatch.judge.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.StepDownMaxT.Tail;

/** Counts the assignments that reach what was observed: metric by metric, and step by step. */
final class StepDownCount {
  private final List<Standardised> metrics;
  private final Tail tail;

  /** Which metric is at each step, the most extreme first. */
  private final int[] order;

  private final double[] atLeast;

  /** Below that a metric does not count. */
  private final double[] from;

  private final int[] alone;
  private final int[] jointly;
  private int assignments;

  /**
   * None counted yet.
   *
   * @param least for each metric, the mean from which on it counts
   */
  StepDownCount(List<Standardised> metrics, double[] least, Tail tail) {
    this.metrics = metrics;
    this.tail = tail;
    from =
        IntStream.range(0, least.length)
            .mapToDouble(k -> metrics.get(k).of(least[k]) - slack(k))
            .toArray();
    double[] observed =
        IntStream.range(0, least.length)
            .mapToDouble(k -> counted(k, metrics.get(k).observed()))
            .toArray();
    order =
        IntStream.range(0, observed.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -observed[k]))
            .mapToInt(Integer::intValue)
            .toArray();
    atLeast =
        IntStream.range(0, observed.length).mapToDouble(k -> observed[k] - slack(k)).toArray();
    alone = new int[observed.length];
    jointly = new int[observed.length];
  }

  private double slack(int k) {
    return SignFlip.TIE * metrics.get(k).bound();
  }

  private double counted(int k, double statistic) {
    double inTail = tail.of(statistic);
    return inTail >= from[k] ? inTail : Double.NEGATIVE_INFINITY;
  }

  void add(double[] signs) {
    assignments++;
    double largest = Double.NEGATIVE_INFINITY;
    for (int step = order.length - 1; step >= 0; step--) {
      int k = order[step];
      double statistic = counted(k, metrics.get(k).under(signs));
      largest = Math.max(largest, statistic);
      alone[k] += statistic >= atLeast[k] ? 1 : 0;
      jointly[k] += largest >= atLeast[k] ? 1 : 0;
    }
  }

  /** Each metric's own p. */
  double[] alone() {
    return IntStream.of(alone).mapToDouble(count -> (double) count / assignments).toArray();
  }

  /** Each metric's adjusted p: none below that of a step before. */
  double[] jointly() {
    double[] adjusted = new double[order.length];
    double largest = 0;
    for (int k : order) {
      largest = Math.max(largest, (double) jointly[k] / assignments);
      adjusted[k] = largest;
    }
    return adjusted;
  }
}
