package loomwatch.harness.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.site.AlertFiles;
import loomwatch.reporting.site.KeptPages;
import loomwatch.reporting.site.OpenMetrics;
import loomwatch.reporting.site.SeriesFiles;
import loomwatch.reporting.site.SiteData;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.history.RecordStore;
import loomwatch.results.study.StudyPast;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/**
 * Builds a site's folder. New data is built separately and then replaces the old data, so that an
 * interrupted build leaves the old site unchanged.
 */
public final class SiteBuild {
  private final Path site;
  private final SitePages pages;
  private final Function<String, String> titles;
  private SiteJudge judging;
  private List<StudyVerdict> studies = List.of();
  private Function<String, StudyPast> pastOfStudies = StudyPast::none;
  private String address = "./";
  private String service = "loomwatch";
  private boolean flames;

  /** Creates a build; the thresholds are for records without a verdict by this version. */
  public SiteBuild(
      Path site, SitePages pages, Thresholds thresholds, Function<String, String> titles) {
    this.site = site;
    this.pages = pages;
    this.judging = SiteJudge.by(thresholds);
    this.titles = titles;
  }

  /**
   * The result of a build.
   *
   * @param kept number of pages taken from an earlier build
   * @param unreadable reasons why others are missing, one sentence each; the site shows them too
   */
  public record Made(int records, int kept, List<String> unreadable) {
    public Made {
      unreadable = List.copyOf(unreadable);
    }
  }

  /** A history, its trend, and the hash of its newest run's host, if known. */
  public record SiteHistory(
      History entries, TrendReport report, Path records, @Nullable String machine) {}

  /** Adds calibrations, which are shown and used to judge. */
  public SiteBuild calibrated(
      List<Calibration> shown, Function<MeasurementRecord, NoiseFloors> floors) {
    judging = new SiteJudge(judging.thresholds(), shown, floors);
    return this;
  }

  /** Adds studies, with earlier results of their claims. */
  public SiteBuild studied(List<StudyVerdict> found, Function<String, StudyPast> past) {
    studies = List.copyOf(found);
    pastOfStudies = past;
    return this;
  }

  /**
   * Links the flame graphs of runs. They are pages with scripts from the measuring machine, so this
   * is only for a site that is shown locally.
   */
  public SiteBuild withFlames() {
    flames = true;
    return this;
  }

  /** Sets the address for the feed's links, which ends in a slash. */
  public SiteBuild publishedAt(String url) {
    address = url;
    return this;
  }

  /** Names what is measured, for {@code metrics.txt}. */
  public SiteBuild ofService(String name) {
    service = name;
    return this;
  }

  /** Builds the site; fails if {@code data} exists and does not belong to a site. */
  public Made of(@Nullable SiteHistory past, List<Path> runs, Instant now) throws IOException {
    Path data = site.resolve("data");
    Path fresh = site.resolve(".data-new");
    Path old = site.resolve(".data-old");
    if (Files.exists(old) && !Files.exists(data)) {
      // An earlier build was interrupted between the two moves.
      Files.move(old, data);
    }
    requireOwn(data);
    Files.createDirectories(site);
    delete(fresh);
    delete(old);
    SiteData writing = new SiteData(fresh, titles);
    Set<String> ids = new HashSet<>();
    List<String> unreadable = new ArrayList<>();
    int kept = 0;
    if (past != null) {
      writing.add(past.entries(), past.report());
      past.entries().entries().forEach(entry -> ids.add(entry.id()));
      HistoryPages ofHistory =
          new HistoryPages(writing, new KeptPages(data, fresh), judging, titles);
      unreadable.addAll(ofHistory.write(past.entries().entries(), past.records()));
      kept = ofHistory.kept();
    }
    for (Path run : runs) {
      try {
        MeasurementRecord record = StoredRecord.read(run.resolve("record.json")).record();
        if (ids.add(record.id())) {
          writing.add(record, verdict(run, record));
          if (flames) {
            writing.addFlame(record.id(), run.resolve("causes.html"));
          }
        }
      } catch (RecordException e) {
        unreadable.add(String.valueOf(e.getMessage()));
      }
    }
    writing.calibrated(judging.calibrations(), past == null ? null : past.machine());
    writing.studied(studies, pastOfStudies);
    writing.finish(now, unreadable);
    if (Files.exists(data)) {
      Files.move(data, old);
    }
    Files.move(fresh, data);
    delete(old);
    pages.writeTo(site);
    if (past != null) {
      AlertFiles.write(site, past.report(), past.entries(), address);
      OpenMetrics.write(site, past.report(), past.entries(), service);
      SeriesFiles.write(site, past.report(), past.entries());
    }
    return new Made(ids.size(), kept, unreadable);
  }

  /**
   * Returns the run directories among the folders and directly below them, each once, by name,
   * without links such as {@code latest}.
   */
  public static List<Path> runsIn(List<Path> folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.exists(folder.resolve("record.json"))) {
        found.add(folder);
      } else if (Files.isDirectory(folder)) {
        try (Stream<Path> below = Files.list(folder)) {
          below
              .filter(
                  each -> !Files.isSymbolicLink(each) && Files.exists(each.resolve("record.json")))
              .sorted()
              .forEach(found::add);
        }
      }
    }
    return found.stream().distinct().toList();
  }

  /** Returns the stored verdict; one that is missing or by other rules is made again. */
  private Verdict verdict(Path run, MeasurementRecord record) {
    Path file = run.resolve("verdict.json");
    if (Files.exists(file)) {
      try {
        Verdict stored = VerdictJson.read(file);
        if (stored.recordId().equals(record.id())) {
          return stored;
        }
      } catch (RecordException otherRules) {
        // The verdict can be made again from the record.
      }
    }
    return judging.of(record);
  }

  private static void requireOwn(Path data) throws IOException {
    if (Files.exists(data) && !Files.exists(data.resolve("overview.json"))) {
      throw new IOException(
          "%s must be a site's data or not there yet, was something else; name another --out"
              .formatted(data));
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> all;
      try (Stream<Path> files = Files.walk(folder)) {
        all = files.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : all) {
        Files.delete(file);
      }
    }
  }

  /** Judges records for a site by the same rules as gate and trend. */
  record SiteJudge(
      Thresholds thresholds,
      List<Calibration> calibrations,
      Function<MeasurementRecord, NoiseFloors> floors) {

    /** Returns a judge without calibrations. */
    static SiteJudge by(Thresholds thresholds) {
      return new SiteJudge(thresholds, List.of(), record -> NoiseFloors.NONE);
    }

    SiteJudge {
      calibrations = List.copyOf(calibrations);
    }

    Verdict of(MeasurementRecord record) {
      return Judge.judge(
          record,
          thresholds,
          record.comparison() == null ? NoiseFloors.NONE : floors.apply(record));
    }

    /** Returns a hash of all inputs for a run of head alone. */
    String ofRuns() {
      return thresholds.digest();
    }

    /** Returns a hash of all inputs for a comparison. */
    String ofComparisons() {
      return Sha256.of(thresholds.digest() + "\n" + calibrations);
    }
  }

  /**
   * Writes a page for each unchanged whole record of a history, and for each of the newest {@link
   * #RECENT} entries without one; charts show the others. A page is reused in later builds until
   * its record, thresholds, rules or calibrations change.
   */
  static final class HistoryPages {
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

    /** Writes the pages on all cores and returns a sentence for each missing record. */
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

    /** Returns the number of reused pages. */
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

    /** Shows only causes of what this verdict finds to be worse. */
    private static Verdict because(List<Cause> causes, Verdict verdict) {
      List<Cause> shown = causes.stream().filter(cause -> cause.isOfWhatGotWorse(verdict)).toList();
      return shown.isEmpty() ? verdict : verdict.because(shown);
    }
  }
}
