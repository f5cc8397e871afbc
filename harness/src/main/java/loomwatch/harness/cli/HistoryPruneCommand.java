package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.Subject;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.tell.json.KeptCauses;
import loomwatch.trend.Alert;
import loomwatch.trend.Checkout;
import loomwatch.trend.TrendJudge;
import loomwatch.trend.TrendReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a history small enough to publish for years. */
@Command(
    name = "prune",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Packs a history, and removes whole records by a rule.",
      "",
      "Entries stay for ever, with the value of each launch: trend and charts need no more. A whole"
          + " record, with its histograms, stays while it is one of the newest --keep, of one of the"
          + " newest 100 tagged commits, of one of the newest 60 comparisons of two JDKs or Tomcats,"
          + " or of one of the newest 50 changes that trend found: the last good run, the first bad"
          + " one, and their comparison.",
      ""
    })
public final class HistoryPruneCommand implements Callable<Integer> {
  public static final int NEWEST = 100;
  public static final int RELEASES = 100;
  public static final int CHANGES = 50;

  /** As many as the site's page of them shows. */
  public static final int BUMPS = 60;

  @Mixin private HistoryOption history = new HistoryOption();

  @Mixin private AcceptedOption accepted = new AcceptedOption();

  @Mixin private HistoryCalibrationOption calibration = new HistoryCalibrationOption();

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "" + NEWEST,
      description = "How many whole records of the newest entries stay; default ${DEFAULT-VALUE}.")
  private int keep = NEWEST;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (keep < 1) {
      throw new UsageException("--keep must be at least 1, was " + keep);
    }
    HistoryStore store = history.existing();
    History read = store.read();
    Checkout checkout = MeasuredCommits.of(read).checkout(Installation.ofLauncher().project());
    Set<String> others =
        Stream.of(
                ofReleases(read.entries(), checkout.released()),
                ofBumps(read.entries()),
                ofChanges(found(read, checkout)))
            .flatMap(Function.identity())
            .collect(Collectors.toSet());
    int removed = store.prune(keep, others);
    new KeptCauses(history.path()).prune(read.entries(), history.records());
    System.out.printf(
        "%s: %d whole records removed; every entry is kept%n", history.path(), removed);
    return ExitCode.PASS;
  }

  private TrendReport found(History read, Checkout checkout) {
    HostsOfHistory hosts = new HostsOfHistory(read, history.records());
    return TrendJudge.judge(
        read.inCommitOrder(),
        accepted.read(),
        Instant.now(),
        hosts.floors(calibration.read(history.path())),
        checkout,
        Budget.NONE);
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

  /** Its record alone knows base's toolchain. */
  private boolean isBump(HistoryEntry entry) {
    Path file = HistoryStore.recordFile(history.records(), entry);
    if (!Files.exists(file)) {
      return false;
    }
    try {
      MeasurementRecord record = StoredRecord.read(file).record();
      Subject base = record.subject(Arm.BASE);
      Subject head = record.subject(Arm.HEAD);
      return base != null
          && head != null
          && !(base.tomcat().equals(head.tomcat()) && base.jdk().equals(head.jdk()));
    } catch (RecordException unreadable) {
      return false;
    }
  }

  private static Stream<String> ofChanges(TrendReport report) {
    return report.alerts().stream().limit(CHANGES).flatMap(HistoryPruneCommand::idsOf);
  }

  private static Stream<String> idsOf(Alert alert) {
    return Stream.concat(
        Stream.of(alert.firstBad().id()),
        Stream.concat(
            Stream.ofNullable(alert.lastGood()).map(TrendReport.At::id),
            Stream.ofNullable(alert.comparison())));
  }
}
