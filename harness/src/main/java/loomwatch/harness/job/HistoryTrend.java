package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.VariantException;
import loomwatch.results.Fingerprint;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.KnownCommits;
import loomwatch.trend.TrendFloors;
import loomwatch.trend.TrendJudge;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/**
 * Judges a history for trend, site and prune, with Git's knowledge of its commits and the
 * calibrations of its machines. History knows hosts only by fingerprints that include the runtime;
 * the newest whole record of each identifies the machine.
 */
public final class HistoryTrend {
  private final History history;
  private final Path records;
  private final Map<String, Optional<MeasuredHost>> known = new HashMap<>();

  public HistoryTrend(History history, Path records) {
    this.history = history;
    this.records = records;
  }

  /** The host, profile and generator of a calibration, and the scenarios it may know. */
  private record MeasuredHost(
      String host, String profile, String generator, List<Scenario> scenarios) {}

  /** Judges the history; {@code now} is the time at which data counts as missing. */
  public TrendReport judge(
      Accepted accepted,
      Instant now,
      List<StoredCalibration> calibrations,
      Path project,
      Budget budget)
      throws InterruptedException {
    return TrendJudge.judge(
        history,
        accepted,
        now,
        floors(calibrations),
        MeasuredCommits.of(history).checkout(project),
        budget);
  }

  /** Returns the noise floors of each fingerprint with a calibration. */
  private TrendFloors floors(List<StoredCalibration> calibrations) {
    if (calibrations.isEmpty()) {
      return TrendFloors.NONE;
    }
    Map<String, HistoryEntry> newest = new LinkedHashMap<>();
    history.entries().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
        .filter(entry -> Files.exists(HistoryStore.recordFile(records, entry)))
        .forEach(entry -> newest.put(entry.fingerprint(), entry));
    Map<String, NoiseFloors> floors = new HashMap<>();
    newest.forEach((fingerprint, entry) ->
        measured(entry)
            .flatMap(run -> floors(run, calibrations))
            .ifPresent(found -> floors.put(fingerprint, found)));
    return TrendFloors.of(floors);
  }

  private static Optional<NoiseFloors> floors(
      MeasuredHost run, List<StoredCalibration> calibrations) {
    return calibrations.stream()
        .filter(stored -> stored.calibration().isOf(run.host(), run.profile(), run.generator()))
        .findFirst()
        .map(stored -> stored.floors(run.scenarios()));
  }

  /** Returns the hash of the newest run's machine, if its record can be read. */
  public @Nullable String newestHost() {
    try {
      return history.entries().reversed().stream()
          .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
          .findFirst()
          .flatMap(this::measured)
          .map(MeasuredHost::host)
          .orElse(null);
    } catch (RecordException e) {
      return null; // the pages of the history report the fault
    }
  }

  private Optional<MeasuredHost> measured(HistoryEntry entry) {
    return known.computeIfAbsent(entry.id(), id -> read(entry));
  }

  private Optional<MeasuredHost> read(HistoryEntry entry) {
    Path file = HistoryStore.recordFile(records, entry);
    if (entry.record() == null || !Files.exists(file)) {
      return Optional.empty();
    }
    MeasurementRecord record = StoredRecord.read(file).record();
    return Optional.of(
        new MeasuredHost(
            Fingerprint.ofHost(record.host()),
            record.profile(),
            record.generator(),
            record.scenarios()));
  }

  /** The commits that have a run in history. */
  public record MeasuredCommits(List<String> commits) {
    public MeasuredCommits {
      commits = List.copyOf(commits);
    }

    public static MeasuredCommits in(HistoryStore store) {
      return store.exists() ? of(store.read()) : new MeasuredCommits(List.of());
    }

    private static MeasuredCommits of(History history) {
      List<String> commits = new ArrayList<>();
      for (HistoryEntry entry : history.entries()) {
        if (isRun(entry)) {
          commits.add(entry.provenance().commit());
        }
      }
      return new MeasuredCommits(commits);
    }

    /** Returns whether it is one; its commit becomes an argument of Git, so must be an id. */
    static boolean isRun(HistoryEntry entry) {
      return entry.kind() == HistoryEntry.Kind.RUN
          && entry.provenance().commit().matches("[0-9a-f]{7,64}");
    }

    public Optional<String> last() {
      return commits.isEmpty() ? Optional.empty() : Optional.of(commits.getLast());
    }

    /** Returns whether the commit has a run, or the last one with a run descends from it. */
    public boolean isPast(Path root, String commit) throws InterruptedException {
      if (commits.contains(commit)) {
        return true;
      }
      return last().isPresent() && Git.descends(root, last().get(), commit).orElse(false);
    }

    /** Returns what Git knows of the commits; empty without a repository or Git. */
    private KnownCommits checkout(Path root) throws InterruptedException {
      return new KnownCommits(isPastHead(root), Git.tagged(root));
    }

    private boolean isPastHead(Path root) throws InterruptedException {
      try {
        return isPast(root, Git.commit(root, "HEAD"));
      } catch (IOException | VariantException noCommit) {
        return false;
      }
    }
  }
}
