package loomwatch.results.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import loomwatch.results.Require;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * A complete, verified history.
 *
 * @param entries in the order they were added, or of {@link #inCommitOrder}
 * @param head the hash of the last one added, which covers all of them
 */
public record History(List<HistoryEntry> entries, String head) {
  public History {
    entries = List.copyOf(entries);
    Require.sha256("head", head);
  }

  /** Maximum difference between the clocks of committers and of measuring machines. */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

  /**
   * Returns this in the order of commits: by commit time if known, else time of measurement, and no
   * commit before its parent. Entries of one commit stay in the order measured.
   */
  public History inCommitOrder() {
    Map<String, Instant> times = new HashMap<>();
    for (HistoryEntry entry : entries) {
      if (entry.kind().isJudged()) {
        times.merge(commit(entry), time(entry), (a, b) -> a.isBefore(b) ? a : b);
      }
    }
    Map<String, Instant> order = new HashMap<>();
    for (HistoryEntry entry : backfilledLast()) {
      @Nullable Instant own = times.get(commit(entry));
      @Nullable String parent = entry.provenance().parent();
      @Nullable Instant before =
          parent == null ? null : order.getOrDefault(parent, times.get(parent));
      Instant at = own == null ? time(entry) : own;
      order.merge(
          commit(entry),
          before == null || before.isBefore(at) ? at : before.plusMillis(1),
          (a, b) -> a.isBefore(b) ? b : a);
    }
    return new History(
        entries.stream()
            .sorted(
                Comparator.comparing((HistoryEntry entry) -> order.get(commit(entry)))
                    .thenComparing(HistoryEntry::measuredAt))
            .toList(),
        head);
  }

  /** A commit measured afterwards must not move those measured in their turn. */
  private List<HistoryEntry> backfilledLast() {
    return entries.stream()
        .sorted(Comparator.comparing(entry -> entry.kind() == HistoryEntry.Kind.BACKFILL))
        .toList();
  }

  /** Returns the newest commits with a run, the newest first; only ids in full. */
  public List<String> newestCommits(int most) {
    return inCommitOrder().entries().reversed().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
        .map(entry -> entry.provenance().commit())
        .filter(commit -> commit.matches("[0-9a-f]{40}|[0-9a-f]{64}"))
        .distinct()
        .limit(most)
        .toList();
  }

  private static String commit(HistoryEntry entry) {
    String commit = entry.provenance().commit();
    return commit.equals(Provenance.UNKNOWN) ? entry.id() : commit;
  }

  private static Instant time(HistoryEntry entry) {
    @Nullable Instant committed = entry.provenance().committedAt();
    return committed == null || committed.isAfter(entry.measuredAt().plus(CLOCKS_DIFFER))
        ? entry.measuredAt()
        : committed;
  }
}
