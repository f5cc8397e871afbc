package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.arms.Git;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.Subject;
import loomwatch.results.files.Plain;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;
import loomwatch.tell.json.KeptCauses;
import loomwatch.tell.publish.UntrustedOrigin;
import loomwatch.trend.ConfirmingLines;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a run to history. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = {
      "Adds a run, or a comparison that confirms a change, to history.",
      "",
      "The same run again changes nothing. A run with a handicap is refused.",
      ""
    })
final class HistoryAddCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A run's output directory. Default: the last run.")
  private @Nullable Path run;

  @Mixin private HistoryOption history = new HistoryOption();

  @Mixin private ProvenanceOptions provenance = new ProvenanceOptions();

  @Option(
      names = "--once",
      hidden = true,
      description =
          "Leave out a run of a commit that has one already, or that is older than the last one"
              + " measured. Comparisons are always added.")
  private boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = run == null ? RunDirectory.latest(Installation.ofLauncher().out()) : run;
    RunDirectory directory = RunDirectory.existing(named);
    StoredRecord measured = directory.readRecord();
    MeasurementRecord record = measured.record();
    StoredRecord stored = StoredRecord.of(record);
    for (Subject subject : record.subjects().values()) {
      if (subject.handicap() != null) {
        throw new UsageException(
            "run must be without a handicap to become history, %s carries %s on purpose"
                .formatted(record.id(), subject.handicap()));
      }
    }
    HistoryStore store = history.store();
    Optional<HistoryEntry> there = there(stored, measured, store);
    if (there.isEmpty() && once && isPast(record, store)) {
      System.out.printf(
          "Left out %s: %s is past its commit, which is measured once%n",
          record.id(), history.path());
      return ExitCode.PASS;
    }
    HistoryEntry entry = there.isPresent() ? there.get() : entry(stored, directory, store);
    boolean fresh = there.isEmpty() && store.add(entry, stored);
    if (entry.confirmation() != null) {
      new KeptCauses(history.path())
          .keep(entry, directory.readVerdict().causes().orElse(List.of()));
    }
    System.out.printf(
        "%s %s %s: commit %s, %s%n",
        fresh ? "Added" : "Already in",
        history.path(),
        record.id(),
        Plain.text(entry.provenance().commit()),
        entry.confirmation() == null
            ? entry.series().size() + " series"
            : "a comparison with " + Plain.text(entry.confirmation().base()));
    return ExitCode.PASS;
  }

  /**
   * The entry of that very record. What git knows of its commit may have changed since, such as a
   * tag, and is left as it was when it was added. An earlier version that added it may have written
   * it otherwise than this one would, as it had measured it.
   */
  private static Optional<HistoryEntry> there(
      StoredRecord stored, StoredRecord measured, HistoryStore store) {
    return store.exists()
        ? store.read().entries().stream()
            .filter(entry -> entry.id().equals(stored.record().id()))
            .filter(entry ->
                stored.sha256().equals(entry.record()) || measured.sha256().equals(entry.record()))
            .findFirst()
        : Optional.empty();
  }

  private static boolean isPast(MeasurementRecord record, HistoryStore store)
      throws InterruptedException {
    Subject head = Objects.requireNonNull(record.subjects().get("head"));
    return record.comparison() == null
        && MeasuredCommits.in(store).isPast(Installation.ofLauncher().project(), head.revision());
  }

  private HistoryEntry entry(StoredRecord stored, RunDirectory directory, HistoryStore store)
      throws IOException, InterruptedException {
    MeasurementRecord record = stored.record();
    Subject head = Objects.requireNonNull(record.subjects().get("head"));
    Provenance measured = provenance.of(head.revision());
    if (record.comparison() != null) {
      Verdict verdict = directory.readVerdict();
      Subject base = Objects.requireNonNull(record.subjects().get("base"));
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
    return HistoryEntries.ofRun(stored, measured, verdict, notes(record.id(), head, store));
  }

  /** With the commit that bisect found, where it was asked; a commit of this repository's range. */
  private static Confirmation traced(Confirmation confirmation, RunDirectory directory)
      throws IOException, InterruptedException {
    Optional<UntrustedOrigin> claimed = UntrustedOrigin.in(directory.path());
    if (claimed.isEmpty()) {
      return confirmation;
    }
    List<String> between =
        Git.between(Installation.ofLauncher().project(), confirmation.base(), confirmation.head());
    return claimed.get().of(confirmation, between).map(confirmation::from).orElse(confirmation);
  }

  /** What whoever reads the trend should know. */
  private static List<String> notes(String id, Subject head, HistoryStore store)
      throws InterruptedException {
    List<String> notes = new ArrayList<>();
    if (head.dirty()) {
      notes.add("the working tree differed from the commit it is counted for");
    }
    Optional<HistoryEntry> last = store.exists() ? last(id, store) : Optional.empty();
    if (last.isPresent()) {
      String before = last.get().provenance().commit();
      Optional<Boolean> descends =
          Git.descends(Installation.ofLauncher().project(), head.revision(), before);
      if (descends.isPresent() && !descends.get()) {
        notes.add(
            "its commit does not descend from %s, which was measured before it: the branch was"
                    .formatted(before)
                + " rewritten, or an older commit was measured again");
      }
    }
    return notes;
  }

  /** The run before that one, so that adding it twice gives the same entry. */
  private static Optional<HistoryEntry> last(String id, HistoryStore store) {
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
}
