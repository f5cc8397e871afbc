package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;

final class RunEntryTest {
  private static final MeasurementRecord RECORD = Examples.record();
  private static final HistoryEntry ENTRY =
      RunEntry.of(RECORD, Provenance.of("360e5a0"), "pass", List.of("a note"));

  @Test
  void of_record_takesWhatIdentifiesIt() {
    assertThat(ENTRY.id()).isEqualTo(RECORD.id());
    assertThat(ENTRY.measuredAt()).isEqualTo(RECORD.createdAt());
    assertThat(ENTRY.fingerprint()).isEqualTo(RECORD.fingerprint());
    assertThat(ENTRY.tomcat()).isEqualTo("11.0.25");
    assertThat(ENTRY.jdk()).isEqualTo("25.0.3+9-LTS");
    assertThat(ENTRY.notes()).containsExactly("a note");
  }

  @Test
  void of_record_takesHeadOnlyAndBothModes() {
    assertThat(ENTRY.series())
        .extracting(series -> series.name().toString())
        .contains("hello platform latency-p50", "hello virtual latency-p50")
        .contains("thread-creation platform time-per-operation");
    assertThat(ENTRY.series()).allSatisfy(series -> assertThat(series.values()).hasSize(1));
  }

  @Test
  void of_bothModesOfABlock_makesTheirRatio() {
    HistorySeries ratio =
        ENTRY.series().stream()
            .filter(series ->
                series
                    .name()
                    .equals(new SeriesName("thread-creation", "contrast", "time-per-operation")))
            .findFirst()
            .orElseThrow();
    assertThat(ratio.values()).containsExactly(5.03e-6 / 3.71e-5);
    assertThat(ratio.unit()).isEqualTo("ratio");
    assertThat(ratio.direction()).isEqualTo(Direction.LOWER_IS_BETTER);
  }

  @Test
  void of_metricThatIsZero_hasNoRatio() {
    assertThat(ENTRY.series())
        .extracting(series -> series.name().toString())
        .contains("hello virtual pinned")
        .doesNotContain("hello contrast pinned");
  }

  @Test
  void ofComparison_hasNoPoints() {
    HistoryEntry entry =
        RunEntry.ofComparison(
            RECORD,
            Provenance.of("360e5a0"),
            "regressed",
            new Confirmation("8d2b6a9", "360e5a0", List.of()));
    assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.COMPARISON);
    assertThat(entry.series()).isEmpty();
  }
}
