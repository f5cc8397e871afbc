package loomwatch.results.history;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.Examples;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HistoryEntriesTest {
  private static final MeasurementRecord RECORD = Examples.record();
  private static final HistoryEntry ENTRY = entry(RECORD);
  private static final Instant AT = Instant.parse("2026-11-21T04:56:00.123456Z");

  @TempDir private Path folder;

  @Test
  void of_record_takesWhatIdentifiesIt() {
    assertThat(ENTRY.id()).isEqualTo(RECORD.id());
    assertThat(ENTRY.measuredAt()).isEqualTo(RECORD.createdAt());
    assertThat(ENTRY.fingerprint()).isEqualTo(RECORD.fingerprint());
    assertThat(ENTRY.tomcat()).isEqualTo("11.0.25");
    assertThat(ENTRY.jdk()).isEqualTo("25.0.3+9-LTS");
    assertThat(ENTRY.notes()).containsExactly("a note");
    assertThat(requireNonNull(ENTRY.loads()))
        .containsOnlyKeys(RECORD.scenarios().stream().map(Scenario::name).toList())
        .allSatisfy((scenario, load) -> assertThat(load).matches("[0-9a-f]{12}"));
  }

  @Test
  void of_record_takesHeadOnlyAndBothModesAndNoRatioToZero() {
    assertThat(ENTRY.series())
        .extracting(series -> series.name().toString())
        .contains("hello platform latency-p50", "hello virtual latency-p50")
        .contains("thread-creation platform time-per-operation")
        .contains("hello virtual pinned")
        .doesNotContain("hello ratio pinned");
    assertThat(ENTRY.series()).allSatisfy(series -> assertThat(series.values()).hasSize(1));
  }

  @Test
  void of_bothModesOfARound_makesTheirRatio() {
    SeriesName name = new SeriesName("thread-creation", "ratio", "time-per-operation");

    assertThat(ENTRY.series())
        .filteredOn(series -> series.name().equals(name))
        .singleElement()
        .satisfies(ratio -> {
          assertThat(ratio.values()).containsExactly(5.03e-6 / 3.71e-5);
          assertThat(ratio.unit()).isEqualTo("ratio");
          assertThat(ratio.direction()).isEqualTo(Direction.LOWER_IS_BETTER);
        });
  }

  /** To drop the round alone would be choosing by value. */
  @Test
  void of_metricThatIsZeroInOneRound_hasNoRatioAtAll() {
    SeriesName ratio = new SeriesName("thread-creation", "ratio", "allocated-per-operation");

    assertThat(namesWithSecondRound(1e-5)).contains(ratio);
    assertThat(namesWithSecondRound(0)).doesNotContain(ratio);
  }

  private static List<SeriesName> namesWithSecondRound(double platform) {
    Metric metric = Metric.ALLOCATED_PER_OPERATION;
    return names(
        Examples.launch(2, "head", Mode.PLATFORM, "thread-creation", Sample.of(metric, platform)),
        Examples.launch(2, "head", Mode.VIRTUAL, "thread-creation", Sample.of(metric, 1e-6)));
  }

  /** It would be a level of the generator, and the other rounds those that it could load. */
  @Test
  void of_capacityThatIsOnlyABound_hasNoSeries() {
    Sample found = Sample.of(Metric.CAPACITY, 20_000);
    Sample bound = new Sample(Metric.CAPACITY, 25_000, List.of("at least that"));
    Launch second = Examples.launch(2, "head", Mode.PLATFORM, "hello", found);
    SeriesName capacity = new SeriesName("hello", "platform", "capacity");

    assertThat(names(second, Examples.launch(3, "head", Mode.PLATFORM, "hello", found)))
        .contains(capacity);
    assertThat(names(second, Examples.launch(3, "head", Mode.PLATFORM, "hello", bound)))
        .doesNotContain(capacity);
  }

  private static List<SeriesName> names(Launch... more) {
    List<Launch> launches = new ArrayList<>(RECORD.launches());
    launches.addAll(List.of(more));
    return entry(RECORD.with(launches, RECORD.comparison())).series().stream()
        .map(HistorySeries::name)
        .toList();
  }

  private static HistoryEntry entry(MeasurementRecord record) {
    return HistoryEntries.ofRun(
        StoredRecord.of(record), Provenance.of("360e5a0"), "pass", List.of("a note"));
  }

  @Test
  void load_ofAnotherRateRequestOrObjective_isAnotherAndUnderAnotherNameTheSame() {
    Scenario scenario = new Scenario("hello", "/hello", 8_000, 50, 200, false, Set.of());
    String load = scenario.load();

    assertThat(scenario.at(9_000).load()).isNotEqualTo(load);
    assertThat(new Scenario("hello", "/hi", 8_000, 50, 200, false, Set.of()).load())
        .isNotEqualTo(load);
    assertThat(new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of()).load())
        .isNotEqualTo(load);
    Scenario promised =
        new Scenario(
            "hello",
            "/hello",
            null,
            null,
            null,
            8_000,
            50,
            200,
            false,
            Set.of(),
            new Objective(99, 0.02),
            null);
    assertThat(promised.load()).isNotEqualTo(load);
    assertThat(new Scenario("hi", "/hello", 8_000, 50, 200, true, Set.of(Mode.VIRTUAL)).load())
        .isEqualTo(load);
  }

  @Test
  void ofComparison_hasNoPoints() {
    HistoryEntry entry =
        HistoryEntries.ofComparison(
            StoredRecord.of(RECORD),
            Provenance.of("360e5a0"),
            "regressed",
            new Confirmation("8d2b6a9", "360e5a0", List.of(), null, null));
    assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.COMPARISON);
    assertThat(entry.series()).isEmpty();
  }

  /** The run has means of 100 ms and 40 ms, and 3 statements. */
  @Test
  void ofBackfill_onAMachineThatDriftedSince_isAtTheRunsLevel() {
    HistoryEntry entry = backfilled(entry(measured(launches("head", 0.1, 0.04, 3))));

    assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.BACKFILL);
    assertThat(entry.tomcat()).as("base's").isEqualTo("10.1.59");
    assertThat(entry.notes()).containsExactly("measured afterwards on 2026-11-21, against 360e5a0");
    assertThat(entry.series())
        .extracting(series -> "%s %.4f".formatted(series.name(), series.values().getFirst()))
        .containsExactly(
            "hello platform latency-p50 0.1200",
            "hello virtual latency-p50 0.0400",
            "hello ratio latency-p50 0.3333",
            "hello platform sql-statements 5.0000",
            "hello virtual sql-statements 5.0000",
            "hello ratio sql-statements 1.0000");
    HistoryStore store = new HistoryStore(folder);
    store.addAll(List.of(entry));
    assertThat(store.read().entries()).containsExactly(entry);
  }

  @Test
  void ofBackfill_ofAnotherLoadThanTheRun_hasCountsAlone() {
    HistoryEntry run = entry(measured(launches("head", 0.1, 0.04, 3)));
    HistoryEntry loaded =
        new HistoryEntry(
            run.schema(),
            run.id(),
            run.kind(),
            run.measuredAt(),
            run.provenance(),
            run.tomcat(),
            run.jdk(),
            run.fingerprint(),
            run.record(),
            run.verdict(),
            null,
            run.notes(),
            run.series(),
            Map.of("hello", "0123456789ab"));

    assertThat(backfilled(loaded).series())
        .extracting(HistorySeries::metric)
        .containsOnly("sql-statements");
  }

  /** The run counted 0 in both modes, so pages know of no ratio. */
  @Test
  void ofBackfill_ofARunThatCountedNone_hasNoRatioEither() {
    HistoryEntry run = entry(measured(launches("head", 0.1, 0.04, 0)));

    assertThat(backfilled(run).series())
        .extracting(HistorySeries::name)
        .containsExactlyInAnyOrderElementsOf(
            run.series().stream().map(HistorySeries::name).toList())
        .doesNotContain(new SeriesName("hello", "ratio", "sql-statements"));
  }

  private static HistoryEntry backfilled(HistoryEntry run) {
    List<Launch> compared = new ArrayList<>(launches("base", 0.36, 0.12, 5));
    compared.addAll(launches("head", 0.3, 0.12, 3));
    return HistoryEntries.ofBackfill(
        measured(compared),
        Provenance.of("8d2b6a9"),
        new Confirmation("8d2b6a9", "360e5a0", List.of(), null, null),
        run);
  }

  private static MeasurementRecord measured(List<Launch> launches) {
    return RECORD.with(launches, RECORD.comparison());
  }

  private static List<Launch> launches(
      String variant, double platform, double virtual, double statements) {
    Sample count = Sample.of(Metric.SQL_STATEMENTS, statements);
    return List.of(
        Examples.launch(
            1, variant, Mode.PLATFORM, "hello", Sample.of(Metric.LATENCY_P50, platform), count),
        Examples.launch(
            1, variant, Mode.VIRTUAL, "hello", Sample.of(Metric.LATENCY_P50, virtual), count));
  }

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
        new Confirmation.ComparedMetric("hello", "virtual", "latency-p50", "pass", 0.0, null, null);

    assertThatThrownBy(() ->
            new Confirmation(
                "8d2b6a9", "360e5a0", List.of(line), new Unmeasured("hello", Cause.FAILED), null))
        .hasMessageStartingWith("lines must be none where nothing was measured, was ");
  }
}
