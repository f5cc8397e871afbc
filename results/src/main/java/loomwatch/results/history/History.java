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
 * All of a history, verified.
 *
 * @param entries in the order they were added, or of {@link #inCommitOrder}
 * @param head the hash of the last one added, which stands for all of them
 */
public record History(List<HistoryEntry> entries, String head) {
  public History {
    entries = List.copyOf(entries);
    Require.sha256("head", head);
  }

  /** The clocks of committers and of machines that measure differ by less. */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

  /**
   * The same in the order of commits, whenever their entries were added: by the time of each commit
   * where it is told, else by that of measuring, but no commit before its parent. What was measured
   * of one commit stays in the order measured.
   */
  public History inCommitOrder() {
    Map<String, Instant> times = new HashMap<>();
    for (HistoryEntry entry : entries) {
      if (entry.kind() != HistoryEntry.Kind.COMPARISON) {
        times.merge(commit(entry), time(entry), (a, b) -> a.isBefore(b) ? a : b);
      }
    }
    Map<String, Instant> order = new HashMap<>();
    for (HistoryEntry entry : entries) {
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
