package loomwatch.harness.cli;

import static java.util.stream.Collectors.toMap;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.verdict.Cause;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.tell.json.KeptCauses;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which history. */
final class HistoryOption {
  @Option(
      names = "--history",
      paramLabel = "FOLDER",
      description = "The history. Default: history in the output folder, out/.")
  private @Nullable Path folder;

  Path path() {
    return folder == null ? Installation.ofLauncher().out().resolve("history") : folder;
  }

  /** Where its whole records are, if they are kept. */
  Path records() {
    return path().resolve("records");
  }

  /**
   * Why the comparison of that id found what is worse; nothing where that was not kept, or without
   * a history.
   */
  Function<String, List<Cause>> causes() {
    Map<String, HistoryEntry> comparisons =
        ifThere().map(store -> store.read().entries()).orElse(List.of()).stream()
            .filter(entry -> entry.confirmation() != null)
            .collect(toMap(HistoryEntry::id, entry -> entry));
    KeptCauses kept = new KeptCauses(path());
    return id -> Optional.ofNullable(comparisons.get(id)).map(kept::of).orElse(List.of());
  }

  HistoryStore store() {
    return new HistoryStore(path());
  }

  /** The one named, which must be there, or the usual one, if it is. */
  Optional<HistoryStore> ifThere() {
    return folder == null && !store().exists() ? Optional.empty() : Optional.of(existing());
  }

  /**
   * One that is there.
   *
   * @throws UsageException when there is nothing at all; what is there and unreadable is another
   *     error, and never an empty history
   */
  HistoryStore existing() {
    HistoryStore store = store();
    if (!store.exists()) {
      throw new UsageException(
          path()
              + " holds no history; ./loomwatch history add begins one, --history names another");
    }
    return store;
  }
}
