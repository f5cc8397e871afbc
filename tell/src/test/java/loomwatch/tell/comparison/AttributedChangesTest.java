package loomwatch.tell.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Attribution;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Measured;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Size;
import loomwatch.judge.verdict.Standing.Judged;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.tell.comparison.ChangeView.Row;
import loomwatch.tell.report.Runs;
import org.junit.jupiter.api.Test;

/** Whose change it is. */
final class AttributedChangesTest {
  private static final Found FOUND =
      new Found(
          new Finding.Worse(
              new Finding.Evidence(
                  MeanInterval.of(0.1, 0.01, 5, 4), 0.05, 0.01, Direction.LOWER_IS_BETTER),
              0.001),
          true,
          null);

  /** All of it the toolchain's: base bears 100 % more than head, and head half of base. */
  @Test
  void cells_headBearsHalf_partsAreOfTheSameFigureAsTheWhole() {
    Attribution to = new Attribution(6, part(100), part(0), part(0));
    Change change =
        new Change(
            6,
            new Size.OnePair(20_000, 10_000, 100),
            new Judged(5, Optional.empty(), FOUND, Optional.of(to), false),
            OptionalDouble.empty());
    ChangeView view =
        new ChangeView("hello", List.of(new Row(line(change), change)), List.of(), List.of());

    List<String> toolchain =
        AttributedChanges.of(List.of(view), Runs.typical(), 0.05).cells().getFirst();

    assertThat(toolchain).startsWith("hello", "capacity", "virtual", "toolchain");
    assertThat(toolchain.get(4)).startsWith("+50");
  }

  private static Attribution.Part part(double percent) {
    return new Attribution.Part(percent, new Interval(percent - 1, percent + 1), 0.01);
  }

  private static MetricVerdict line(Change change) {
    return new MetricVerdict(
        "hello",
        JudgedMode.VIRTUAL,
        Metric.CAPACITY,
        "1/s",
        Metric.CAPACITY.direction(),
        OptionalDouble.empty(),
        new Measured.Once(10_000),
        6,
        FOUND,
        List.of(),
        Optional.empty(),
        Optional.of(change));
  }
}
