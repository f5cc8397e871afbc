package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.history.SeriesName;
import org.junit.jupiter.api.Test;

final class PointsTest {
  /** Twice the time is 100 % worse; half the throughput 50 %, and twice of it 100 % better. */
  @Test
  void change_ofTheValueItself_isWorseWhenPositive() {
    double twice = Math.log(2);

    assertThat(points(Direction.LOWER_IS_BETTER).change(twice)).isCloseTo(100, within(1e-9));
    assertThat(points(Direction.HIGHER_IS_BETTER).change(twice)).isCloseTo(50, within(1e-9));
    assertThat(points(Direction.HIGHER_IS_BETTER).change(-twice)).isCloseTo(-100, within(1e-9));
  }

  @Test
  void atOrAfter_entryOfHistory_isTheNextPoint() {
    Points points = points(Direction.LOWER_IS_BETTER, List.of(3, 5), List.of(1.0, 1.0));

    assertThat(List.of(0, 3, 4, 5, 6)).extracting(points::atOrAfter).containsExactly(0, 0, 1, 1, 2);
  }

  private static Points points(Direction direction) {
    return points(direction, List.of(0), List.of(1.0));
  }

  private static Points points(Direction direction, List<Integer> entries, List<Double> values) {
    SeriesName name = new SeriesName("hello", "imported", "each");
    return Points.of(name, "host-a", "1", direction, entries, values);
  }
}
