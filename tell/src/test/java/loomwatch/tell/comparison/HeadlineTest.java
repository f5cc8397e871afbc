package loomwatch.tell.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.Comparisons;
import org.junit.jupiter.api.Test;

/** What a comparison is blamed on. */
final class HeadlineTest {
  private static final NoiseFloors DISTRUSTED =
      new NoiseFloors("sha256:1", List.of(), "3 false alarms in 9 comparisons");

  @Test
  void of_headDiesAndWhatIsLeftIsFarOffByChance_blamesItsFailing() {
    MeasurementRecord record = Comparisons.dyingAndSlower();
    Verdict verdict = Comparisons.judged(record);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(Headline.of(verdict, record))
        .singleElement()
        .asString()
        .startsWith("hello with virtual threads: 8 launches failed by themselves: server-died")
        .contains("; base did not in those blocks (adjusted p ");
  }

  @Test
  void of_headDiesOnAHostOfTooManyFalseAlarms_isStillBlamedForIt() {
    MeasurementRecord record = Comparisons.dyingAndSlower();

    assertThat(Comparisons.judged(record, DISTRUSTED).verdict()).isEqualTo(Outcome.REGRESSED);
  }
}
