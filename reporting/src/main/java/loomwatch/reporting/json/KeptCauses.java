package loomwatch.reporting.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Cause;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;

/**
 * The causes that history stores: {@code causes/YYYY-MM/ID.json}, in the format of {@code
 * causes.json}. They hold only what the sentences use, a few kilobytes; tables of methods and the
 * flame graph stay with the run's artifact.
 *
 * @param history folder of the history
 */
public record KeptCauses(Path history) {

  /** Stores the causes unless there are none. Storing the same again changes nothing. */
  public void keep(HistoryEntry entry, List<Cause> causes) throws IOException {
    if (causes.isEmpty()) {
      return;
    }
    Path file = file(entry);
    Files.createDirectories(file.resolveSibling(""));
    AtomicFile.write(
        file,
        JsonFormats.CAUSES.write(
            new CauseReport(
                CauseReport.SCHEMA,
                entry.id(),
                List.of(),
                causes,
                List.of(),
                List.of(),
                List.of())));
  }

  /**
   * Returns the causes stored for that comparison; empty where none are.
   *
   * @throws RecordException when the file cannot be read, or belongs to another comparison
   */
  public List<Cause> of(HistoryEntry entry) {
    Path file = file(entry);
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    CauseReport explanation = JsonFormats.CAUSES.read(file);
    if (!explanation.recordId().equals(entry.id())) {
      throw new RecordException(
          "%s: recordId must be %s, was of another; restore the file from version control"
              .formatted(file, entry.id()));
    }
    return explanation.causes();
  }

  /** Removes the causes of entries whose record no longer exists. */
  public void prune(List<HistoryEntry> entries, Path records) throws IOException {
    for (HistoryEntry entry : entries) {
      if (!Files.exists(HistoryStore.recordFile(records, entry))) {
        Files.deleteIfExists(file(entry));
      }
    }
  }

  private Path file(HistoryEntry entry) {
    return history
        .resolve(HistoryStore.CAUSES)
        .resolve(KeptMonth.of(entry.measuredAt()))
        .resolve(entry.id() + ".json");
  }
}
