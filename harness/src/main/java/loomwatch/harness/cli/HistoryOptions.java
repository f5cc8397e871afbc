package loomwatch.harness.cli;

import static java.util.stream.Collectors.toMap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.harness.job.HistoryWriter;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.AcceptedReader;
import loomwatch.judge.verdict.Cause;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that read a history. */
public final class HistoryOptions {
  private HistoryOptions() {}

  static final class HistoryOption {
    @Option(
        names = "--history",
        paramLabel = "FOLDER",
        description = "The history. Default: history in the output folder, out/.")
    private @Nullable Path folder;

    Path path() {
      return folder == null ? Installation.ofLauncher().out().resolve("history") : folder;
    }

    /** Returns the folder of the whole records, which may not exist. */
    Path records() {
      return path().resolve("records");
    }

    /** Returns the causes stored for a comparison's id; empty if there are none, or no history. */
    Function<String, List<Cause>> causes() {
      Map<String, HistoryEntry> comparisons =
          ifThere().map(store -> store.read().entries()).orElse(List.of()).stream()
              .filter(entry -> entry.confirmation() != null)
              .collect(toMap(HistoryEntry::id, entry -> entry));
      KeptCauses kept = new KeptCauses(path());
      return id -> Optional.ofNullable(comparisons.get(id)).map(kept::of).orElse(List.of());
    }

    /** Returns the file of what was accepted on pull requests, which may not exist. */
    Path acceptedFile() {
      return path().resolve(HistoryStore.ACCEPTED);
    }

    Accepted acceptedOnPulls() {
      return readIfThere(acceptedFile());
    }

    /** Returns what the reviewed file says, and what was accepted on pull requests. */
    Accepted accepted() {
      return readIfThere(Installation.ofLauncher().project().resolve("accepted.yaml"))
          .and(acceptedOnPulls());
    }

    private static Accepted readIfThere(Path file) {
      return Files.exists(file) ? AcceptedReader.read(file) : Accepted.NOTHING;
    }

    HistoryWriter writer() {
      return new HistoryWriter(path(), Installation.ofLauncher().project());
    }

    HistoryStore store() {
      return new HistoryStore(path());
    }

    /** Returns the named history, which must exist, or the default one if it exists. */
    Optional<HistoryStore> ifThere() {
      return folder == null && !store().exists() ? Optional.empty() : Optional.of(existing());
    }

    /** Returns the history, which must exist. */
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

  /** The option for calibrations of the hosts that measured a history. */
  static final class HistoryCalibrationOption {
    private static final String FOLDER = "calibration";

    @Option(
        names = "--calibration",
        hidden = true,
        paramLabel = "FOLDER",
        description =
            "Folder of calibrations, FILE.json or NAME/calibration.json. Default: calibration beside"
                + " the history, or in the output folder.")
    private @Nullable Path folder;

    /** Returns every calibration by the current rules, by default from next to the history. */
    List<StoredCalibration> read(Path history) {
      Path usual = history.resolveSibling(FOLDER);
      if (folder != null && !Files.isDirectory(folder)) {
        throw new UsageException(folder + " must be a folder of calibrations, was not");
      }
      Path from = folder != null ? folder : usual;
      if (!Files.isDirectory(from)) {
        from = Installation.ofLauncher().out().resolve(FOLDER);
      }
      return StoredCalibration.allIn(from);
    }
  }
}
