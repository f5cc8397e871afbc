package loomwatch.measure.rounds;

import static loomwatch.measure.rounds.MadeWindow.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import loomwatch.measure.observe.JfrWatch.HeapCollection;
import loomwatch.measure.rounds.MemorySamples.CollectorCost;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

class CollectorCostTest {
  private static final long MIB = 1 << 20;
  private static final OptionalLong OF_8_MIB = OptionalLong.of(8 * MIB);

  /**
   * Eleven collections of 2 ms, one for each 8 MiB; a request allocates 2 KiB. What the first one's
   * bytes were nobody knows, so its CPU does not count either.
   */
  @Test
  void samples_collections_areChargedToTheRequestsThatMadeThemNecessary() {
    List<Sample> samples = loaded(22_000_000).samples(collections(0, 11, 8_192), 2_048);

    assertThat(value(samples, Metric.COLLECTOR_CPU_PER_REQUEST))
        .isCloseTo(2e-3 * 2_048 / (8.0 * MIB), within(1e-15));
    assertThat(value(samples, Metric.PROMOTED_PER_REQUEST)).isCloseTo(2, within(1e-9));
  }

  /** One collection more or less in the window is chance, and moves nothing. */
  @Test
  void samples_oneCollectionMoreInTheLoad_isTheSameForARequest() {
    double twelve =
        value(
            loaded(24_000_000).samples(collections(0, 12, 0), 2_048),
            Metric.COLLECTOR_CPU_PER_REQUEST);
    double eleven =
        value(
            loaded(22_000_000).samples(collections(0, 11, 0), 2_048),
            Metric.COLLECTOR_CPU_PER_REQUEST);

    assertThat(twelve).isCloseTo(eleven, within(1e-15));
  }

  @Test
  void samples_collectionsOutsideTheLoad_areNotItsOwn() {
    List<HeapCollection> all = new ArrayList<>(collections(-50, 50, 0));
    all.addAll(collections(0, 11, 0));

    assertThat(value(loaded(22_000_000).samples(all, 2_048), Metric.COLLECTOR_CPU_PER_REQUEST))
        .isBetween(4.8e-7, 5e-7);
  }

  /** As of G1 after a concurrent cycle: twelve collections' CPU, ten of which are known. */
  @Test
  void samples_collectionNobodyKnowsTheAllocationOf_isLeftOut() {
    List<HeapCollection> all = new ArrayList<>(collections(0, 11, 8_192));
    all.add(5, collection(5, OptionalLong.empty(), 1 << 20));

    List<Sample> samples = loaded(24_000_000).samples(all, 2_048);

    assertThat(value(samples, Metric.COLLECTOR_CPU_PER_REQUEST))
        .isCloseTo(2e-3 * 2_048 / (8.0 * MIB), within(1e-15));
    assertThat(value(samples, Metric.PROMOTED_PER_REQUEST)).isCloseTo(2, within(1e-9));
  }

  /** As a full collection among G1's young ones. */
  @Test
  void samples_collectionThatDoesNotTellOfPromotion_isLeftOutOfThatAlone() {
    List<HeapCollection> all = new ArrayList<>(collections(0, 11, 8_192));
    all.add(new HeapCollection(Instant.EPOCH.plusSeconds(50), OF_8_MIB, OptionalLong.empty()));

    assertThat(value(loaded(24_000_000).samples(all, 2_048), Metric.PROMOTED_PER_REQUEST))
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void samples_tooFewCollectionsOrNoClock_tellNothing() {
    assertThat(loaded(20_000_000).samples(collections(0, CollectorCost.FEWEST, 0), 2_048))
        .isEmpty();
    CollectorCost silent = new CollectorCost();
    silent.begin(Instant.EPOCH, OptionalLong.empty());
    silent.end(OptionalLong.empty(), Instant.EPOCH.plusSeconds(100));
    assertThat(silent.samples(collections(0, 11, 0), 2_048)).isEmpty();
  }

  @Test
  void samples_collectorThatDoesNotTellOfPromotion_hasItsCpuAllTheSame() {
    List<HeapCollection> all =
        collections(0, 11, 0).stream()
            .map(each -> new HeapCollection(each.at(), each.allocated(), OptionalLong.empty()))
            .toList();

    assertThat(loaded(20_000_000).samples(all, 2_048))
        .extracting(Sample::metric)
        .containsExactly(Metric.COLLECTOR_CPU_PER_REQUEST);
  }

  /** The load lasts 100 s and more than any collection above. */
  private static CollectorCost loaded(long collectorNanos) {
    CollectorCost collecting = new CollectorCost();
    collecting.begin(Instant.EPOCH, OptionalLong.of(5));
    collecting.end(OptionalLong.of(5 + collectorNanos), Instant.EPOCH.plusSeconds(100));
    return collecting;
  }

  /** From that second on, a second apart; nobody knows what was allocated for the first. */
  private static List<HeapCollection> collections(int from, int count, long promoted) {
    return IntStream.range(0, count)
        .mapToObj(i -> collection(from + i, i == 0 ? OptionalLong.empty() : OF_8_MIB, promoted))
        .toList();
  }

  private static HeapCollection collection(int second, OptionalLong allocated, long promoted) {
    return new HeapCollection(
        Instant.EPOCH.plusSeconds(second), allocated, OptionalLong.of(promoted));
  }
}
