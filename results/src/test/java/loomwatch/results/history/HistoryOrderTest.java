package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A series is in the order of commits, whenever its points were added. */
final class HistoryOrderTest {
  private static final Instant BEGIN = Instant.parse("2026-06-01T00:00:00Z");

  @Test
  void inCommitOrder_entries_areInTheOrderOfTheirCommitsTimes() {
    assertThat(order(entry("new", 20, 20), entry("old", 10, 30))).containsExactly("old", "new");
    assertThat(order(entry("b", null, 20), entry("a", null, 10), entry("c", 15, 40)))
        .as("without the commit's time it is that of measuring")
        .containsExactly("a", "c", "b");
    assertThat(order(entry("a", 90_000, 10), entry("b", 15, 20)))
        .as("the clock of a committer in the future is not believed")
        .containsExactly("a", "b");
  }

  /** As after a fast-forward of what was committed long ago. */
  @Test
  void inCommitOrder_child_isNeverBeforeItsParent() {
    assertThat(order(entry("parent", 50, 60), child("child", "parent", 20, 61)))
        .containsExactly("parent", "child");
  }

  /** The clock of its committer was ahead; without it the child is measured before another. */
  @Test
  void inCommitOrder_backfilledParent_movesNoRun() {
    assertThat(
            order(
                child("child", "parent", 20, 61),
                entry("other", 30, 62),
                of(HistoryEntry.Kind.BACKFILL, child("parent", null, 50, 63)),
                of(HistoryEntry.Kind.BACKFILL, child("old", null, 10, 64))))
        .containsExactly("old", "child", "other", "parent");
  }

  @Test
  void inCommitOrder_runsOutsideARepository_areAsMeasured() {
    assertThat(
            order(
                entry(Provenance.UNKNOWN, null, 30),
                entry("a", null, 20),
                entry(Provenance.UNKNOWN, null, 10)))
        .containsExactly(Provenance.UNKNOWN, "a", Provenance.UNKNOWN);
  }

  private static List<String> order(HistoryEntry... entries) {
    return new History(List.of(entries), "sha256:" + "0".repeat(64))
        .inCommitOrder().entries().stream().map(entry -> entry.provenance().commit()).toList();
  }

  private static HistoryEntry entry(String commit, @Nullable Integer committed, int measured) {
    return child(commit, null, committed, measured);
  }

  private static HistoryEntry of(HistoryEntry.Kind kind, HistoryEntry run) {
    return new HistoryEntry(
        run.schema(),
        run.id(),
        kind,
        run.measuredAt(),
        run.provenance(),
        null,
        null,
        run.fingerprint(),
        null,
        null,
        new Confirmation("base", "head", List.of(), null, null),
        List.of(),
        List.of(),
        null);
  }

  /** Times in hours. */
  private static HistoryEntry child(
      String commit, @Nullable String parent, @Nullable Integer committed, int measured) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        commit + "-" + measured,
        HistoryEntry.Kind.RUN,
        BEGIN.plus(Duration.ofHours(measured)),
        new Provenance(
            commit,
            parent,
            committed == null ? null : BEGIN.plus(Duration.ofHours(committed)),
            null,
            null,
            null,
            null,
            null),
        null,
        null,
        "host",
        null,
        null,
        null,
        List.of(),
        List.of(),
        null);
  }
}
