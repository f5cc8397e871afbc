package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

class HeadDifferencesTest {
  @Test
  void of_aLaunchOfHead_isAgainstBaseOfItsRoundAndMode() {
    MeasurementRecord record =
        Run.of("hello")
            .base(1, PLATFORM, "hello", Sample.of(CPU_PER_REQUEST, 7))
            .pair(1, VIRTUAL, CPU_PER_REQUEST, 2, 3)
            .record();

    Map<Metric, Double> head = new HeadDifferences(record).of(record.launches().getLast());

    assertThat(head).containsOnlyKeys(CPU_PER_REQUEST);
    assertThat(head.get(CPU_PER_REQUEST)).isCloseTo(Math.log(1.5), within(1e-12));
    assertThat(new HeadDifferences(record).of(record.launches().getFirst())).isEmpty();
  }

  @Test
  void of_aMetricThatIsZeroInSomeRound_isNothingInAny() {
    MeasurementRecord record =
        Run.of("hello")
            .base(1, VIRTUAL, "hello", Sample.of(PINNED, 2), Sample.of(CPU_PER_REQUEST, 1))
            .variant(
                "head", 1, VIRTUAL, "hello", Sample.of(PINNED, 3), Sample.of(CPU_PER_REQUEST, 1))
            .base(2, VIRTUAL, "hello", Sample.of(PINNED, 0), Sample.of(CPU_PER_REQUEST, 1))
            .variant(
                "head", 2, VIRTUAL, "hello", Sample.of(PINNED, 3), Sample.of(CPU_PER_REQUEST, 1))
            .record();
    HeadDifferences differences = new HeadDifferences(record);

    assertThat(record.launches())
        .filteredOn(launch -> launch.variant().equals("head"))
        .extracting(differences::of)
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).containsExactly(entry(CPU_PER_REQUEST, 0.0)));
  }

  @Test
  void of_aRecordOfHeadAlone_isNothing() {
    MeasurementRecord record =
        Run.of("hello").sample(1, VIRTUAL, "hello", Sample.of(CPU_PER_REQUEST, 3)).record();
    Launch only = record.launches().getFirst();

    assertThat(new HeadDifferences(record).of(only)).isEmpty();
  }
}
