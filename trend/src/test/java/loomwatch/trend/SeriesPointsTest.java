package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.SeriesPoints.Run;
import org.junit.jupiter.api.Test;

final class SeriesPointsTest {
  /** Twice the time is 100 % worse; half the throughput 50 %, and twice of it 100 % better. */
  @Test
  void worsePercent_ofTheValueItself_isWorseWhenPositive() {
    double[] values = {1, 2};
    WorseScale time = WorseScale.suiting(values, Direction.LOWER_IS_BETTER);
    WorseScale throughput = WorseScale.suiting(values, Direction.HIGHER_IS_BETTER);

    assertThat(percent(time, 1, 2)).isCloseTo(100, within(1e-9));
    assertThat(percent(throughput, 2, 1)).isCloseTo(50, within(1e-9));
    assertThat(percent(throughput, 1, 2)).isCloseTo(-100, within(1e-9));
  }

  @Test
  void worsePercent_zeros_areAScaleOfTheirOwn() {
    double[] values = {0, 0, 88, 88};
    WorseScale bytes = WorseScale.suiting(values, Direction.LOWER_IS_BETTER);
    WorseScale throughput = WorseScale.suiting(values, Direction.HIGHER_IS_BETTER);

    assertThat(bytes.of(88) - bytes.of(0)).isEqualTo(1);
    assertThat(bytes.value(bytes.of(88))).isEqualTo(88);
    assertThat(bytes.worsePercent(bytes.of(0), bytes.of(88))).isEmpty();
    assertThat(percent(throughput, 88, 0)).isEqualTo(100);
  }

  private static double percent(WorseScale scale, double from, double to) {
    return scale.worsePercent(scale.of(from), scale.of(to)).orElseThrow();
  }

  @Test
  void atOrAfter_entryOfHistory_isTheNextPoint() {
    SeriesPoints points = points(List.of(new Run(3, "a", 1), new Run(5, "b", 1)));

    assertThat(List.of(0, 3, 4, 5, 6)).extracting(points::atOrAfter).containsExactly(0, 0, 1, 1, 2);
  }

  @Test
  void of_runsOfOneCommit_areOnePointAndThoseOfNoneOneEach() {
    SeriesPoints points =
        points(
            List.of(
                new Run(0, "a", 1), new Run(1, "b", 2), new Run(2, "b", 4), new Run(3, "b", 3)));

    assertThat(points.entries()).containsExactly(0, 1);
    assertThat(points.scale().value(points.badness()[1])).isCloseTo(3, within(1e-9));
    assertThat(points.moved()).isEmpty();
    Run outside = new Run(0, Provenance.UNKNOWN, 1);
    assertThat(points(List.of(outside, new Run(1, Provenance.UNKNOWN, 1))).size()).isEqualTo(2);
  }

  @Test
  void of_levelThatMovedWhileTheCommitStayed_isAnotherMachine() {
    List<Run> runs = new ArrayList<>(List.of(new Run(0, "a", 1)));
    for (int i = 1; i <= 8; i++) {
      runs.add(new Run(i, "b", (i <= 4 ? 1 : 1.1) + 0.001 * (i % 2)));
    }
    SeriesPoints points = points(runs);

    assertThat(points.entries()).containsExactly(0, 1, 5);
    assertThat(points.moved()).containsExactly(2);
  }

  private static SeriesPoints points(List<Run> runs) {
    SeriesName name = new SeriesName("hello", "imported", "each");
    return SeriesPoints.of(name, "host-a", "1", Direction.LOWER_IS_BETTER, runs);
  }
}
