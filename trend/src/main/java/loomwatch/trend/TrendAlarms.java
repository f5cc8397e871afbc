package loomwatch.trend;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import loomwatch.results.Direction;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.SeriesName;

/**
 * When one series would have alarmed had it been judged at every point: before many series are
 * judged together, and before anything is measured again. This is what error rates are told of.
 */
public final class TrendAlarms {
  private static final SeriesName NAME =
      new SeriesName("series", HistorySeries.IMPORTED, "simulated");

  private TrendAlarms() {}

  /**
   * The points at which it alarms for the worse, by a step or by drift, ascending.
   *
   * @param values above 0; larger is worse
   */
  public static List<Integer> of(double[] values, TrendRules rules) {
    Points points =
        new Points(
            NAME,
            "simulated",
            "1",
            Direction.LOWER_IS_BETTER,
            IntStream.range(0, values.length).toArray(),
            values);
    Steps steps = Steps.of(points, rules, List.of());
    TreeSet<Integer> alarms = new TreeSet<>();
    steps.steps().stream().filter(Step::worse).forEach(step -> alarms.add(step.detectedAt()));
    DriftWatch watch = new DriftWatch(steps, List.of(), 0, rules);
    double[] x = points.badness();
    boolean drifting = false;
    for (int i = 0; i < x.length; i++) {
      boolean high = (drifting ? watch.stillAt(x, i) : watch.at(x, i)).isPresent();
      boolean now = high && !stepped(steps, i);
      if (now && !drifting) {
        alarms.add(i);
      }
      drifting = now;
    }
    return List.copyOf(alarms);
  }

  /** Whether a step for the worse explains it, as it was known at that point. */
  private static boolean stepped(Steps steps, int point) {
    return steps.steps().stream()
        .anyMatch(step ->
            step.worse()
                && step.detectedAt() <= point
                && (step.closed() < 0 || step.closed() > point));
  }
}
