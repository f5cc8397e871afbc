package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.HistoryTrend.MeasuredCommits;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.variants.Git;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.reporting.publish.UntrustedRun.UntrustedOrigin;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import loomwatch.results.files.Plain;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.Alert;
import loomwatch.trend.ConfirmingLines;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/** Adds measurements to a history, and removes whole records by a rule. */
public final class HistoryWriter {
  public static final int NEWEST = 100;
  public static final int RELEASES = 100;
  public static final int CHANGES = 50;

  /** The number on the site's page of bumps. */
  public static final int BUMPS = 60;

  private static final String DIRTY = "the working tree differed from the commit it is counted for";

  private final HistoryStore store;
  private final Path folder;
  private final Path project;

  public HistoryWriter(Path folder, Path project) {
    store = new HistoryStore(folder);
    this.folder = folder;
    this.project = project;
  }

  /** A source of the provenance of commits. */
  public interface ProvenanceSource {
    Provenance of(String commit) throws InterruptedException;
  }

  /** Adds a run and returns a message about the result. */
  public String add(RunDirectory directory, ProvenanceSource provenance, boolean once)
      throws IOException, InterruptedException {
    StoredRecord measured = directory.readRecord();
    MeasurementRecord record = measured.record();
    StoredRecord stored = StoredRecord.of(record);
    for (Variant service : record.variants().values()) {
      if (service.fault() != null) {
        throw new UsageException(
            "run must be without a fault to become history, %s carries %s on purpose"
                .formatted(record.id(), service.fault()));
      }
    }
    Optional<HistoryEntry> there = there(stored, measured);
    if (there.isEmpty() && once && isPast(record)) {
      return "Left out %s: %s is past its commit, which is measured once"
          .formatted(record.id(), folder);
    }
    HistoryEntry entry = there.isPresent() ? there.get() : entry(stored, directory, provenance);
    boolean fresh = there.isEmpty() && store.add(entry, stored);
    if (entry.confirmation() != null) {
      new KeptCauses(folder).keep(entry, directory.readVerdict().causes().orElse(List.of()));
    }
    return "%s %s %s: commit %s, %s"
        .formatted(
            fresh ? "Added" : "Already in",
            folder,
            record.id(),
            Plain.text(entry.provenance().commit()),
            entry.confirmation() == null
                ? entry.series().size() + " series"
                : "a comparison with " + Plain.text(entry.confirmation().base()));
  }

  /** Adds the base of a comparison with a run's commit; what is in stays, as with a run. */
  public void addBackfill(RunDirectory directory, Provenance base, HistoryEntry run) {
    MeasurementRecord record = directory.readRecord().record();
    if (store.read().entries().stream().anyMatch(entry -> entry.id().equals(record.id()))) {
      return;
    }
    Confirmation compared =
        new Confirmation(
            base.commit(),
            run.provenance().commit(),
            ConfirmingLines.of(directory.readVerdict()),
            null,
            null);
    store.addAll(List.of(HistoryEntries.ofBackfill(record, base, compared, run)));
  }

  /**
   * Returns the newest run of a commit as it is in Git, which is head or one before it.
   *
   * @throws UsageException if there is none
   */
  public HistoryEntry reference(String head) throws InterruptedException {
    for (HistoryEntry entry : store.read().inCommitOrder().entries().reversed()) {
      if (MeasuredCommits.isRun(entry)
          && !entry.notes().contains(DIRTY)
          && Git.descends(project, head, entry.provenance().commit()).orElse(false)) {
        return entry;
      }
    }
    throw new UsageException(
        "%s must have a run of HEAD or of a commit before it, has none; commit all changes, then ./loomwatch run and ./loomwatch history add"
            .formatted(folder));
  }

  /**
   * Returns the existing entry of that record. What Git knows of its commit may have changed since,
   * such as a tag, but the entry is not updated. An earlier version may have stored the record as
   * it was measured, in another form than this one.
   */
  private Optional<HistoryEntry> there(StoredRecord stored, StoredRecord measured) {
    return store.exists()
        ? store.read().entries().stream()
            .filter(entry -> entry.id().equals(stored.record().id()))
            .filter(entry ->
                stored.sha256().equals(entry.record()) || measured.sha256().equals(entry.record()))
            .findFirst()
        : Optional.empty();
  }

  private boolean isPast(MeasurementRecord record) throws InterruptedException {
    Variant head = Objects.requireNonNull(record.variants().get("head"));
    return record.comparison() == null
        && MeasuredCommits.in(store).isPast(project, head.revision());
  }

  private HistoryEntry entry(
      StoredRecord stored, RunDirectory directory, ProvenanceSource provenance)
      throws IOException, InterruptedException {
    MeasurementRecord record = stored.record();
    Variant head = Objects.requireNonNull(record.variants().get("head"));
    Provenance measured = provenance.of(head.revision());
    if (record.comparison() != null) {
      Verdict verdict = directory.readVerdict();
      Variant base = Objects.requireNonNull(record.variants().get("base"));
      if (base.dirty() || head.dirty()) {
        throw new UsageException(
            "comparison must be of two commits to confirm a change, %s was of a working tree"
                .formatted(record.id()));
      }
      Confirmation confirmation =
          new Confirmation(
              base.revision(), head.revision(), ConfirmingLines.of(verdict), null, null);
      return HistoryEntries.ofComparison(
          stored, measured, verdict.verdict().label(), traced(confirmation, directory));
    }
    @Nullable String verdict =
        Files.exists(directory.path().resolve("verdict.json"))
            ? directory.readVerdict().verdict().label()
            : null;
    return HistoryEntries.ofRun(stored, measured, verdict, notes(record.id(), head));
  }

  /** Adds the commit that bisect found, which must lie between the two commits. */
  private Confirmation traced(Confirmation confirmation, RunDirectory directory)
      throws IOException, InterruptedException {
    Optional<UntrustedOrigin> claimed = UntrustedOrigin.in(directory.path());
    if (claimed.isEmpty()) {
      return confirmation;
    }
    List<String> between = Git.between(project, confirmation.base(), confirmation.head());
    return claimed.get().of(confirmation, between).map(confirmation::from).orElse(confirmation);
  }

  /** Returns remarks for readers of the trend. */
  private List<String> notes(String id, Variant head) throws InterruptedException {
    List<String> notes = new ArrayList<>();
    if (head.dirty()) {
      notes.add(DIRTY);
    }
    Optional<HistoryEntry> last = store.exists() ? last(id) : Optional.empty();
    if (last.isPresent()) {
      String before = last.get().provenance().commit();
      Optional<Boolean> descends = Git.descends(project, head.revision(), before);
      if (descends.isPresent() && !descends.get()) {
        notes.add(
            "its commit does not descend from %s, which was measured before it: the branch was"
                    .formatted(before)
                + " rewritten, or an older commit was measured again");
      }
    }
    return notes;
  }

  /** Returns the run before that one, so that adding it twice gives the same entry. */
  private Optional<HistoryEntry> last(String id) {
    Optional<HistoryEntry> last = Optional.empty();
    for (HistoryEntry entry : store.read().entries()) {
      if (entry.id().equals(id)) {
        break;
      }
      if (entry.kind() == HistoryEntry.Kind.RUN) {
        last = Optional.of(entry);
      }
    }
    return last;
  }

  /** Removes whole records, except those of the newest entries, releases, bumps and changes. */
  public int prune(int keep, Accepted accepted, List<StoredCalibration> calibrations)
      throws IOException, InterruptedException {
    History read = store.read();
    TrendReport report =
        new HistoryTrend(read.inCommitOrder(), records())
            .judge(accepted, Instant.now(), calibrations, project, Budget.NONE);
    Set<String> others =
        Stream.of(
                ofReleases(read.entries(), Git.tagged(project)),
                ofBumps(read.entries()),
                ofChanges(report))
            .flatMap(Function.identity())
            .collect(Collectors.toSet());
    int removed = store.prune(keep, others);
    new KeptCauses(folder).prune(read.entries(), records());
    return removed;
  }

  private Path records() {
    return folder.resolve("records");
  }

  private static Stream<String> ofReleases(List<HistoryEntry> entries, Set<String> tagged) {
    return entries.reversed().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
        .filter(entry ->
            entry.provenance().release() != null || tagged.contains(entry.provenance().commit()))
        .limit(RELEASES)
        .map(HistoryEntry::id);
  }

  private Stream<String> ofBumps(List<HistoryEntry> entries) {
    return entries.reversed().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.COMPARISON)
        .filter(this::isBump)
        .limit(BUMPS)
        .map(HistoryEntry::id);
  }

  /** Reads the record, as only the record has base's runtime. */
  private boolean isBump(HistoryEntry entry) {
    Path file = HistoryStore.recordFile(records(), entry);
    if (!Files.exists(file)) {
      return false;
    }
    try {
      MeasurementRecord record = StoredRecord.read(file).record();
      Variant base = record.variant(Side.BASE);
      Variant head = record.variant(Side.HEAD);
      return base != null
          && head != null
          && !(base.tomcat().equals(head.tomcat()) && base.jdk().equals(head.jdk()));
    } catch (RecordException unreadable) {
      return false;
    }
  }

  private static Stream<String> ofChanges(TrendReport report) {
    return report.alerts().stream().limit(CHANGES).flatMap(HistoryWriter::idsOf);
  }

  private static Stream<String> idsOf(Alert alert) {
    return Stream.concat(
        Stream.of(alert.firstBad().id()),
        Stream.concat(
            Stream.ofNullable(alert.lastGood()).map(TrendReport.At::id),
            Stream.ofNullable(alert.comparison())));
  }
}
