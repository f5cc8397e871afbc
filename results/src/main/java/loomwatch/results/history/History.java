package loomwatch.results.history;

import java.util.List;
import loomwatch.results.Require;

/**
 * All of a history, verified.
 *
 * @param entries in the order they were added
 * @param head the hash of the last one, which stands for all of them
 */
public record History(List<HistoryEntry> entries, String head) {
  public History {
    entries = List.copyOf(entries);
    Require.sha256("head", head);
  }
}
