package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class UnmeasuredEntryTest {
  private static final Instant AT = Instant.parse("2026-11-21T04:56:00.123456Z");

  @TempDir private Path folder;

  private static HistoryEntry entry(Cause cause) {
    return HistoryEntries.ofUnmeasured(
        AT, "8d2b6a9", Provenance.of("360e5a0"), new Unmeasured("hello", cause));
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void of_anyCause_isReadBackAsItWasWritten(Cause cause) {
    HistoryStore store = new HistoryStore(folder);

    store.addAll(List.of(entry(cause)));

    assertThat(store.read().entries()).containsExactly(entry(cause));
    assertThat(store.verify()).as("records").isZero();
  }

  @Test
  void of_twoCommits_isAComparisonThatSaysWhy() {
    HistoryEntry entry = entry(Cause.ALIKE);

    assertThat(entry.id()).isEqualTo("20261121T045600123Z-unmeasured");
    assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.COMPARISON);
    assertThat(entry.confirmation())
        .isEqualTo(
            new Confirmation(
                "8d2b6a9", "360e5a0", List.of(), new Unmeasured("hello", Cause.ALIKE), null));
    assertThat(entry.notes())
        .containsExactly("hello was not measured against 8d2b6a9: once built, both are alike");
    assertThat(entry(Cause.FAILED).notes())
        .containsExactly("hello could not be measured against 8d2b6a9");
  }

  @Test
  void confirmation_linesOfWhatWasNotMeasured_areRefused() {
    Confirmation.ComparedMetric line =
        new Confirmation.ComparedMetric("hello", "virtual", "latency-p50", "pass", 0.0);

    assertThatThrownBy(() ->
            new Confirmation(
                "8d2b6a9", "360e5a0", List.of(line), new Unmeasured("hello", Cause.FAILED), null))
        .hasMessageStartingWith("lines must be none where nothing was measured, was ");
  }
}
