package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Text;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where things stand on the plot. Tolerances are 5 % where nothing is said. */
final class IntervalPlotTest {
  @Test
  void of_changeWithinItsInterval_standsOnTheToleranceScale() {
    assertThat(plot(70, row(2.5, new Interval(0.5, 4.5))))
        .containsExactly("✔ CPU per request  platform  ······┊··········│├────●───┤┊······ ┊ 5 %");
  }

  @Test
  void of_intervalAcrossTheMarks_crossesThem() {
    assertThat(plot(70, row(0.0, new Interval(-6, 6))))
        .containsExactly("✔ CPU per request  platform  ···├──┼──────────●──────────┼──┤··· ┊ 5 %");
  }

  @Test
  void of_intervalBeyondTheScale_endsInArrows() {
    assertThat(plot(70, row(10.0, new Interval(-40, 60))))
        .containsExactly("✔ CPU per request  platform  ◄────────────┼───┼───┼───●────────► ┊ 5 %");
  }

  @Test
  void of_changeBeyondTheScale_isAnArrow() {
    assertThat(plot(70, row(1e300, new Interval(1e299, 1e301)), row(-99.999, null)))
        .containsExactly(
            "✔ CPU per request  platform  ·············┊···│···┊············► ┊ 5 %",
            "✔ CPU per request  platform  ◄············┊···│···┊············· ┊ 5 %");
  }

  @Test
  void of_onePair_hasNoInterval() {
    assertThat(plot(70, row(2.5, null)))
        .containsExactly("✔ CPU per request  platform  ······┊··········│·····●····┊······ ┊ 5 %");
  }

  /** Base bears as much more than head as is tolerated: of its own figure head loses half. */
  @Test
  void of_headBearsLessByTheTolerance_standsAtItsMark() {
    String thresholds =
        "schema: 1\nlimits:\n  - {scenario: hello, metric: capacity, tolerance: 99 %, gate: true,"
            + " why: paid for}\n";
    Verdict verdict =
        Judge.judge(
            Comparisons.bearingHalf(),
            ThresholdsReader.parse("thresholds.yaml", thresholds, Set.of("hello")));
    List<Row> judged = ChangeView.of(verdict).getFirst().judged();

    String line = IntervalPlot.of(judged, 70).getFirst().plain();

    int none = line.indexOf('│');
    assertThat(line.indexOf('●') - none).isPositive().isEqualTo(none - line.indexOf('┊'));
  }

  @Test
  void of_noRatio_drawsNothing() {
    assertThat(plot(70, row(null, null))).isEmpty();
  }

  @Test
  void of_tooNarrow_drawsNothing() {
    Row row = row(2.5, new Interval(0.5, 4.5));

    assertThat(plot(55, row)).isEmpty();
    assertThat(plot(56, row)).hasSize(1);
  }

  private static List<String> plot(int width, Row... rows) {
    return IntervalPlot.of(List.of(rows), width).stream().map(Text::plain).toList();
  }

  private static Row row(@Nullable Double effect, @Nullable Interval interval) {
    return Lines.cpu(effect, interval);
  }
}
