package loomwatch.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import loomwatch.harness.site.SiteBuild.HistoryPages;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.history.RecordStore;
import loomwatch.trend.TrendJudge;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pages a site has of a history, and which of them it makes again. */
class HistoryPagesTest {
  private static final Instant NOW = Instant.parse("2026-08-04T00:00:00Z");
  private static final List<MeasurementRecord> RUNS = new SeededHistory().runs().subList(0, 3);

  private static final NoiseFloors FLOORS =
      new NoiseFloors(
          "sha256:1",
          List.of(new NoiseFloors.Floor("hello", Mode.VIRTUAL, Metric.LATENCY_P50, 2.5)),
          null);
  private static final Calibration CALIBRATION =
      new Calibration(
          Calibration.SCHEMA,
          Calibration.RULE,
          Verdict.RULE_OF_COMPARISONS,
          "sha256:" + "a".repeat(64),
          "quick",
          "embedded",
          "sha256:" + "b".repeat(64),
          List.of(),
          new Calibration.Unchanged(9, 0, 0, Calibration.Share.of(0, 9)),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  @TempDir Path directory;
  private Path records;
  private History history;

  @BeforeEach
  void keepThreeRuns() throws IOException {
    records = directory.resolve("records");
    List<HistoryEntry> entries = new SeededHistory().history().entries().subList(0, 3);
    history = new History(entries, "sha256:" + "0".repeat(64));
    for (int i = 0; i < entries.size(); i++) {
      Path file = HistoryStore.recordFile(records, entries.get(i));
      Files.createDirectories(file.getParent());
      Files.writeString(file, StoredRecord.of(RUNS.get(i)).text());
    }
  }

  @Test
  void site_builtAgain_keepsWhatWasJudged() throws IOException {
    SiteBuild.Made first = built(thresholds(""));
    String page = Files.readString(page("run-0001"));
    Files.writeString(file("run-0001"), "torn");
    SiteBuild.Made second = built(thresholds(""));

    assertThat(first.kept()).isZero();
    assertThat(second.kept()).isEqualTo(3);
    assertThat(second.unreadable()).isEmpty();
    assertThat(page("run-0001")).hasContent(page);
  }

  /** Kept causes are told of what is judged worse here, and of nothing else. */
  @Test
  void comparisonWithKeptCauses_saysWhyOnItsPageAndAlert() throws IOException {
    MeasurementRecord compared = new SeededHistory().comparison();
    HistoryEntry entry = keep(compared);
    KeptCauses kept = new KeptCauses(directory);

    kept.keep(entry, List.of(SeededHistory.cause(Metric.LATENCY_P50)));
    built(thresholds(""));
    assertThat(page(compared.id())).content().doesNotContain("Why: ");

    kept.keep(entry, List.of(SeededHistory.cause(SeededHistory.REGRESSED_METRIC)));
    assertThat(built(thresholds("")).kept()).as("the page with other causes").isEqualTo(3);
    assertThat(page(compared.id())).content().contains("Why: +1.00 µs of CPU a request");

    Files.delete(HistoryStore.recordFile(records, entry));
    kept.prune(history.entries(), records);
    assertThat(kept.of(entry)).isEmpty();
  }

  /** As the gate and the alert judge it. */
  @Test
  void comparisonOnACalibratedHost_isJudgedByThatToo() throws IOException {
    MeasurementRecord compared = new SeededHistory().comparison();
    keep(compared);

    built(thresholds(""));
    assertThat(page(compared.id())).content().doesNotContain("\"floorPercent\":2.5");

    SiteBuild.Made calibrated =
        build(thresholds(""))
            .calibrated(List.of(CALIBRATION), record -> FLOORS)
            .of(past(), List.of(), NOW);
    assertThat(calibrated.kept()).as("the pages of runs").isEqualTo(3);
    assertThat(page(compared.id())).content().contains("\"floorPercent\":2.5");
  }

  @Test
  void site_underAnotherPolicy_isJudgedAgain() throws IOException {
    built(thresholds(""));

    assertThat(built(thresholds("# another\n")).kept()).isZero();
  }

  @Test
  void site_afterOneThatCannotBeRead_isMadeWhole() throws IOException {
    built(thresholds(""));
    Files.writeString(directory.resolve("site/data/made.json"), "{");

    assertThat(built(thresholds("")).kept()).isZero();
    assertThat(page("run-0002")).content().contains("\"kind\":\"run\"");
  }

  @Test
  void recordThatWasChanged_isNamedAndShownAsHistoryHasIt() throws IOException {
    Path file = file("run-0001");
    Files.writeString(file, Files.readString(file).replace("Example CPU", "Another CPU"));

    SiteBuild.Made made = built(thresholds(""));

    assertThat(made.unreadable())
        .containsExactly(file + ": record must be as it was measured, was changed");
    assertThat(page("run-0001")).content().contains("\"kind\":\"entry\"");
    assertThat(directory.resolve("site/data/overview.json")).content().contains("was changed");
  }

  @Test
  void recordThatIsMissing_isNamedAndShownAsHistoryHasIt() throws IOException {
    Files.delete(file("run-0002"));

    assertThat(built(thresholds("")).unreadable())
        .singleElement()
        .asString()
        .startsWith(file("run-0002") + ": record must be a readable file, was not");
    assertThat(page("run-0002")).content().contains("\"kind\":\"entry\"");
  }

  /** By the rule, and packed where it stays. */
  @Test
  void recordThatWasPruned_isNoFaultAndShownAsHistoryHasIt() throws IOException {
    new RecordStore(records).prune(Set.of("run-0002"), RUNS.get(2).createdAt());

    assertThat(built(thresholds("")).unreadable()).isEmpty();
    assertThat(page("run-0001")).content().contains("\"kind\":\"entry\"");
    assertThat(page("run-0002")).content().contains("\"kind\":\"run\"");
  }

  @Test
  void entriesOfALongHistory_havePagesWhileTheyAreNewOrWhole() throws IOException {
    List<HistoryEntry> entries = new ArrayList<>(history.entries());
    for (int i = 0; i < HistoryPages.RECENT; i++) {
      entries.add(imported("imported-" + i));
    }
    entries.add(0, imported("oldest"));
    history = new History(entries, "sha256:" + "0".repeat(64));

    built(thresholds(""));

    assertThat(page("oldest")).doesNotExist();
    assertThat(page("run-0000")).content().contains("\"kind\":\"run\"");
    assertThat(page("imported-0")).exists();
  }

  private HistoryEntry imported(String id) {
    HistoryEntry run = history.entries().getFirst();
    return new HistoryEntry(
        run.schema(),
        id,
        run.kind(),
        run.measuredAt(),
        run.provenance(),
        null,
        null,
        run.fingerprint(),
        null,
        null,
        null,
        List.of(),
        run.series(),
        run.loads());
  }

  @Test
  void historyWithoutRecords_hasPagesOfItsEntries() throws IOException {
    records = directory.resolve("none");

    assertThat(built(thresholds("")).unreadable()).isEmpty();
    assertThat(page("run-0000")).content().contains("\"kind\":\"entry\"");
  }

  @Test
  void historyWithoutEntries_isASiteThatSaysSo() throws IOException {
    history = new History(List.of(), "sha256:" + "0".repeat(64));

    assertThat(built(thresholds("")).records()).isZero();
    assertThat(directory.resolve("site/data/overview.json")).content().contains("\"records\":0");
    assertThat(directory.resolve("site/badge.svg")).content().contains("learning");
  }

  private SiteBuild.Made built(Thresholds thresholds) throws IOException {
    return build(thresholds).of(past(), List.of(), NOW);
  }

  private SiteBuild build(Thresholds thresholds) {
    SitePages pages = new SitePages(Path.of("../gh-pages"));
    return new SiteBuild(directory.resolve("site"), pages, thresholds, SeededHistory::title);
  }

  private SiteBuild.SiteHistory past() {
    return new SiteBuild.SiteHistory(
        history, TrendJudge.judge(history, Accepted.NOTHING, NOW), records, null);
  }

  /** As the newest of the history, with its record. */
  private HistoryEntry keep(MeasurementRecord compared) throws IOException {
    HistoryEntry entry =
        HistoryEntries.ofComparison(
            StoredRecord.of(compared),
            history.entries().getLast().provenance(),
            "regressed",
            new Confirmation("1".repeat(40), "2".repeat(40), List.of(), null, null));
    List<HistoryEntry> entries = new ArrayList<>(history.entries());
    entries.add(entry);
    history = new History(entries, history.head());
    Path file = HistoryStore.recordFile(records, entry);
    Files.createDirectories(file.getParent());
    Files.writeString(file, StoredRecord.of(compared).text());
    return entry;
  }

  private Thresholds thresholds(String more) throws IOException {
    Path file = directory.resolve("thresholds.yaml");
    Files.writeString(file, Files.readString(Path.of("../thresholds.yaml")) + more);
    return ThresholdsReader.read(file, Catalogue.SHIPPED.knownNames());
  }

  private Path page(String id) {
    return directory.resolve("site/data/runs").resolve(id + ".json");
  }

  private Path file(String id) {
    return records.resolve("2026-08").resolve(id + ".json");
  }
}
