package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import loomwatch.judge.statistics.SampleStatistics;
import org.jspecify.annotations.Nullable;

/**
 * How far a series' newest value lies from the runs before it on the same host and toolchain: for
 * ordering the overview, where {@code trend} has not judged the series.
 *
 * @param percent newest relative to the median before, positive = higher
 * @param deviations the same in robust standard deviations (1.4826 × the median absolute
 *     deviation), at most {@link #MOST} either way
 * @param before how many runs the median is of
 */
record Movement(double percent, double deviations, int before) {
  /** As many as a level needs; older ones may be of another level. */
  private static final int WINDOW = 20;

  /** Below this, a spread is a guess. */
  private static final int FEWEST = 5;

  private static final double MOST = 99;

  /**
   * The movement, or null with too few runs.
   *
   * @param values of one host and toolchain, oldest first
   */
  static @Nullable Movement of(List<Double> values) {
    int before = Math.min(WINDOW, values.size() - 1);
    if (before < FEWEST) {
      return null;
    }
    double[] earlier =
        values.subList(values.size() - 1 - before, values.size() - 1).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    double median = SampleStatistics.medianOf(earlier);
    double spread =
        1.4826
            * SampleStatistics.medianOf(
                Arrays.stream(earlier).map(value -> Math.abs(value - median)).toArray());
    double distance = values.getLast() - median;
    if (median == 0 || distance == 0) {
      return new Movement(0, 0, before);
    }
    double deviations = spread == 0 ? Math.copySign(MOST, distance) : distance / spread;
    return new Movement(
        100 * distance / Math.abs(median), Math.clamp(deviations, -MOST, MOST), before);
  }

  void putTo(ObjectNode node) {
    node.putObject("movement")
        .put("percent", SiteJson.rounded(percent))
        .put("deviations", SiteJson.rounded(deviations))
        .put("before", before);
  }
}
