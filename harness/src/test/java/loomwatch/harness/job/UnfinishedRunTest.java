package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds of a comparison that was measured once, as if it had been stopped after them. */
class UnfinishedRunTest {
  private static final Path CAMPAIGN =
      Path.of("../docs/campaign/quick-embedded-e6414968d07a/20261122T040712Z-f4a2");

  @TempDir Path runs;
  private MeasurementRecord stopped;

  @BeforeEach
  void stop() throws Exception {
    MeasurementRecord stored = CampaignStore.ofComparisons(CAMPAIGN).records().getFirst();
    Map<String, Variant> clean = new HashMap<>();
    stored.variants().forEach((name, variant) -> clean.put(name, dirty(variant, false)));
    stopped = with(stored, stored.createdAt(), clean, stored.scenarios());
    UnfinishedRun.write(runs.resolve("a"), stopped);
  }

  @Test
  void in_theSame_isFoundWithItsRounds() throws Exception {
    Optional<UnfinishedRun> found = in(fresh(stopped.createdAt()));

    assertThat(found).isPresent();
    assertThat(found.get().rounds()).isEqualTo(5);
    assertThat(found.get().launches()).isEqualTo(stopped.launches());
  }

  @Test
  void in_severalOfTheSame_isTheNewest() throws Exception {
    UnfinishedRun.write(runs.resolve("b"), stopped);

    assertThat(in(fresh(stopped.createdAt())).orElseThrow().file()).hasParent(runs.resolve("b"));
  }

  @Test
  void in_aDayLater_isNone() throws Exception {
    Instant later = stopped.createdAt().plus(Duration.ofHours(25));

    assertThat(in(fresh(later))).isEmpty();
  }

  @Test
  void in_anotherRate_isNone() throws Exception {
    List<Scenario> slower = List.of(stopped.scenarios().getFirst().at(500));
    MeasurementRecord other = with(stopped, stopped.createdAt(), stopped.variants(), slower);

    assertThat(in(other.with(List.of(), other.comparison()))).isEmpty();
  }

  @Test
  void in_benchmarks_isThatOfTheSame() throws Exception {
    MeasurementRecord fresh = fresh(stopped.createdAt());
    List<Launch> launches = new ArrayList<>(stopped.launches());
    launches.addAll(
        JmhResults.allFailed(
            Map.of("a.Hash.hash", new JmhResults.Benchmark("a.Hash.hash", Mode.PLATFORM)),
            new JmhResults.Run(1, 99, "head", stopped.createdAt(), ""),
            "not run"));
    UnfinishedRun.write(runs.resolve("a"), stopped.with(launches, stopped.comparison()));

    assertThat(UnfinishedRun.in(runs, fresh, Set.of("a.Hash.hash"))).isPresent();
    assertThat(UnfinishedRun.in(runs, fresh, Set.of("a.Hash.hash:size=1"))).isEmpty();
    assertThat(in(fresh)).isEmpty();
  }

  /** What a working tree holds is in no record. */
  @Test
  void in_changedWorkingTree_isNone() throws Exception {
    Map<String, Variant> dirty = new HashMap<>();
    stopped.variants().forEach((name, variant) -> dirty.put(name, dirty(variant, true)));
    MeasurementRecord changed = with(stopped, stopped.createdAt(), dirty, stopped.scenarios());
    UnfinishedRun.write(runs.resolve("a"), changed);

    assertThat(in(changed.with(List.of(), changed.comparison()))).isEmpty();
  }

  @Test
  void in_damagedFile_isNone() throws Exception {
    Files.writeString(runs.resolve("a/unfinished.json"), "{\"schema\": 1");

    assertThat(in(fresh(stopped.createdAt()))).isEmpty();
  }

  @Test
  void remove_leavesNone() throws Exception {
    UnfinishedRun.remove(runs.resolve("a"));

    assertThat(UnfinishedRun.isIn(runs.resolve("a"))).isFalse();
    assertThat(in(fresh(stopped.createdAt()))).isEmpty();
  }

  private Optional<UnfinishedRun> in(MeasurementRecord fresh) throws IOException {
    return UnfinishedRun.in(runs, fresh, Set.of());
  }

  private MeasurementRecord fresh(Instant createdAt) {
    return with(stopped, createdAt, stopped.variants(), stopped.scenarios())
        .with(List.of(), stopped.comparison());
  }

  private static Variant dirty(Variant variant, boolean dirty) {
    return new Variant(
        variant.revision(),
        dirty,
        variant.tomcat(),
        variant.jdk(),
        variant.jdkVendor(),
        variant.jvmFlags(),
        variant.fault(),
        variant.service(),
        variant.components());
  }

  private static MeasurementRecord with(
      MeasurementRecord record,
      Instant createdAt,
      Map<String, Variant> variants,
      List<Scenario> scenarios) {
    return new MeasurementRecord(
        record.schema(),
        record.id(),
        createdAt,
        record.profile(),
        record.seed(),
        record.generator(),
        record.host(),
        variants,
        record.fingerprint(),
        scenarios,
        record.launches(),
        record.warnings(),
        record.comparison());
  }
}
