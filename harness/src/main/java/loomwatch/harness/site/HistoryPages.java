package loomwatch.harness.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import loomwatch.harness.site.SiteBuild.SiteJudge;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.reporting.site.KeptPages;
import loomwatch.reporting.site.SiteData;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.history.RecordStore;

/**
 * A page for each whole record of a history that is there and unchanged, and of each of the newest
 * {@link #RECENT} entries without one; charts show the others. A record is judged once; its page is
 * kept from site to site until record, thresholds, rules or what is known of its host change.
 */
final class HistoryPages {
  static final int RECENT = 500;

  private final SiteData writing;
  private final KeptPages kept;
  private final SiteJudge judging;
  private final String ofRuns;
  private final String ofComparisons;
  private final Function<String, String> titles;
  private final AtomicInteger found = new AtomicInteger();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  HistoryPages(
      SiteData writing, KeptPages kept, SiteJudge judging, Function<String, String> titles) {
    this.writing = writing;
    this.kept = kept;
    this.judging = judging;
    this.ofRuns = judging.ofRuns();
    this.ofComparisons = judging.ofComparisons();
    this.titles = titles;
  }

  /**
   * Writes them, on all cores: each record stands for itself, and few at a time are in memory.
   *
   * @return why records are not shown though they should be there, a sentence each
   */
  List<String> write(List<HistoryEntry> entries, Path records) throws IOException {
    Instant wholeFrom = Files.isDirectory(records) ? RecordStore.wholeFrom(records) : Instant.MAX;
    int recent = entries.size() - RECENT;
    try {
      IntStream.range(0, entries.size())
          .parallel()
          .forEach(i -> write(entries.get(i), i >= recent, records, wholeFrom));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    kept.write();
    return faults.stream().sorted().toList();
  }

  /** How many pages were there already. */
  int kept() {
    return found.get();
  }

  private void write(HistoryEntry entry, boolean recent, Path records, Instant wholeFrom) {
    try {
      Path file = HistoryStore.recordFile(records, entry);
      boolean whole = Files.exists(file) || !entry.measuredAt().isBefore(wholeFrom);
      if (entry.record() == null
          || !whole
          || !ofRecord(entry, entry.record(), file, records.resolveSibling(""))) {
        if (recent) {
          writing.addPage(entry);
        }
      } else if (entry.kind() == HistoryEntry.Kind.COMPARISON) {
        writing.addBump(entry.id());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean ofRecord(HistoryEntry entry, String hash, Path file, Path history)
      throws IOException {
    String message = entry.provenance().message();
    String title =
        Objects.requireNonNullElseGet(message, () -> titles.apply(entry.provenance().commit()));
    try {
      List<Cause> causes = new KeptCauses(history).of(entry);
      boolean compared = entry.kind() == HistoryEntry.Kind.COMPARISON;
      String of = KeptPages.of(hash, compared ? ofComparisons : ofRuns, title, causes);
      if (kept.keep(entry.id(), of)) {
        found.incrementAndGet();
        return true;
      }
      StoredRecord stored = StoredRecord.read(file);
      if (!stored.sha256().equals(hash)) {
        faults.add(file + ": record must be as it was measured, was changed");
        return false;
      }
      MeasurementRecord record = stored.record();
      writing.addPage(record, because(causes, judging.of(record)), title);
      kept.made(entry.id(), of);
      return true;
    } catch (RecordException e) {
      faults.add(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** As everywhere, causes are told only of what this judging finds to be worse. */
  private static Verdict because(List<Cause> causes, Verdict verdict) {
    List<Cause> told = causes.stream().filter(cause -> cause.isOfWhatGotWorse(verdict)).toList();
    return told.isEmpty() ? verdict : verdict.because(told);
  }
}
