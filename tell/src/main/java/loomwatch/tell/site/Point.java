package loomwatch.tell.site;

import java.util.List;
import loomwatch.judge.verdict.Interval;
import org.jspecify.annotations.Nullable;

/**
 * One run's value of a series in one mode.
 *
 * @param value the mean over launches, of a contrast geometric
 * @param interval of the value; null with fewer than two launches
 * @param launches each valid launch's value, in the order started; of a contrast each block's ratio
 */
record Point(double value, @Nullable Interval interval, List<Double> launches) {
  Point {
    launches = List.copyOf(launches);
  }
}
