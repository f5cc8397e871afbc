package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Kind;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackfillAimTest {
  private static final Map<String, String> TODAY = Map.of("items", "now", "cart", "now");
  private static final BackfillAim ALL = aim(false);
  private static final BackfillAim COUNTS = aim(true);

  /** It never measured virtual threads' cart. */
  private static final HistoryEntry RUN =
      entry(
          "now",
          "items platform latency-p50",
          "items virtual latency-p50",
          "items virtual exceptions",
          "cart platform latency-p50",
          "CsvBenchmark.hash platform time-per-operation");

  private static BackfillAim aim(boolean countsAlone) {
    return new BackfillAim(TODAY, Set.of("platform", "virtual"), !countsAlone, countsAlone);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          true,  now,    'items platform latency-p99;items virtual latency-p50;cart platform cpu-per-request;A.b platform time-per-operation'
          false, before, 'items platform latency-p99;items virtual latency-p50;cart platform cpu-per-request;A.b platform time-per-operation'
          false, now,    'items platform latency-p99;items virtual latency-p50;A.b platform time-per-operation'
          false, now,    'items platform latency-p99;cart platform latency-p50;A.b platform time-per-operation'
          false, now,    'items platform latency-p99;items virtual latency-p50;cart platform cpu-per-request'
          false, now,    'items platform exceptions;items virtual exceptions;cart platform exceptions'
          false, now,    ''
          """)
  void isReachedBy_commitMeasuredInPart_isNotUntilTheRestIs(
      boolean reached, String load, String series) {
    HistoryEntry backfilled = entry(load, series.isEmpty() ? new String[0] : series.split(";"));

    assertThat(ALL.isReachedBy(List.of(backfilled), RUN)).isEqualTo(reached);
  }

  @Test
  void isReachedBy_commitMeasuredScenarioByScenario_isOnceAllAre() {
    HistoryEntry items =
        entry(
            "now",
            "items platform latency-p50",
            "items virtual latency-p50",
            "A.b platform time-per-operation");
    HistoryEntry cart = entry("now", "cart platform latency-p50");

    assertThat(ALL.isReachedBy(List.of(items), RUN)).isFalse();
    assertThat(ALL.isReachedBy(List.of(items, cart), RUN)).isTrue();
  }

  @Test
  void isReachedBy_commitThatWasOnlyCounted_isForCountsWhateverTheLoad() {
    List<HistoryEntry> counted = List.of(entry("before", "items virtual exceptions"));

    assertThat(COUNTS.isReachedBy(counted, RUN)).isTrue();
    assertThat(ALL.isReachedBy(counted, RUN)).isFalse();
  }

  @Test
  void requireWithin_runOfAnotherLoadOrWithoutCounts_saysWhatToDo() {
    HistoryEntry counted = entry("before", "items virtual exceptions", "items virtual latency-p50");
    HistoryEntry measured = entry("now", "items virtual latency-p50");

    assertThatCode(() -> ALL.requireWithin(measured)).doesNotThrowAnyException();
    assertThatCode(() -> COUNTS.requireWithin(counted)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ALL.requireWithin(counted))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("./loomwatch run and ./loomwatch history add first");
    assertThatThrownBy(() -> COUNTS.requireWithin(measured))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--counts needs a run that counted what is asked for");
  }

  private static HistoryEntry entry(String load, String... series) {
    return new HistoryEntry(
        2,
        "entry",
        Kind.BACKFILL,
        Instant.parse("2026-11-21T04:56:00Z"),
        Provenance.of("8d2b6a9"),
        null,
        null,
        "host",
        null,
        null,
        new Confirmation("8d2b6a9", "360e5a0", List.of(), null, null),
        List.of(),
        Arrays.stream(series).map(BackfillAimTest::series).toList(),
        Map.of("items", load, "cart", load));
  }

  private static HistorySeries series(String name) {
    String[] parts = name.split(" ");
    return new HistorySeries(
        parts[0], parts[1], parts[2], "s", Direction.LOWER_IS_BETTER, List.of(1.0));
  }
}
