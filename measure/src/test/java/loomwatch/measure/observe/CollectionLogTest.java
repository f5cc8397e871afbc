package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import loomwatch.measure.observe.JfrWatch.CollectionLog;
import loomwatch.measure.observe.JfrWatch.HeapCollection;
import org.junit.jupiter.api.Test;

class CollectionLogTest {
  private final CollectionLog log = new CollectionLog();

  @Test
  void collections_young_tellWhatWasAllocatedSinceTheOneBefore() {
    young(1, 10, 800, 100);
    young(2, 20, 950, 120);

    assertThat(log.collections())
        .containsExactly(
            new HeapCollection(at(10), OptionalLong.empty(), OptionalLong.of(7)),
            new HeapCollection(at(20), OptionalLong.of(850), OptionalLong.of(7)));
  }

  /** It begins just after young collection 1 and ends, with less in the heap, after 3. */
  @Test
  void collections_amidAConcurrentCycle_doNotTellWhatWasAllocated() {
    young(1, 10, 800, 100);
    log.heap(2, at(11), true, 100);
    young(3, 20, 900, 100);
    log.heap(2, at(25), false, 480);
    log.cycle(2);
    young(4, 30, 700, 100);
    young(5, 40, 900, 100);

    assertThat(log.collections())
        .extracting(HeapCollection::allocated)
        .containsExactly(
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(800));
    assertThat(log.collections()).allMatch(each -> each.promoted().isPresent());
  }

  /** A cycle is known as such when it ends; until then it is one that never ended. */
  @Test
  void collections_afterWhatHasNotEnded_doNotTellWhatWasAllocated() {
    young(1, 10, 800, 100);
    log.heap(2, at(11), true, 100);
    young(3, 20, 900, 100);

    assertThat(log.collections())
        .extracting(HeapCollection::allocated)
        .containsExactly(OptionalLong.empty(), OptionalLong.empty());
  }

  @Test
  void collections_collectorThatTellsOfTheOldGenerationOnly_hasPromotedItsGrowth() {
    log.heap(1, at(1), true, 800);
    log.oldGeneration(1, true, 50);
    log.heap(1, at(2), false, 100);
    log.oldGeneration(1, false, 80);

    assertThat(log.collections())
        .containsExactly(new HeapCollection(at(1), OptionalLong.empty(), OptionalLong.of(30)));
  }

  private void young(long gcId, int second, long before, long after) {
    log.heap(gcId, at(second), true, before);
    log.promoted(gcId, 7);
    log.heap(gcId, at(second).plusMillis(3), false, after);
  }

  private static Instant at(int second) {
    return Instant.EPOCH.plusSeconds(second);
  }
}
