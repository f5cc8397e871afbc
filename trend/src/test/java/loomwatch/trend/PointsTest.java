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

  private static Points points(Direction direction) {
    SeriesName name = new SeriesName("hello", "imported", "each");
    return Points.of(name, "host-a", "1", direction, List.of(0), List.of(1.0));
  }
}
