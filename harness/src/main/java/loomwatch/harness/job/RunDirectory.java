package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.variants.Git;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.FlamePage;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.LaunchStacks;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;

/**
 * The output directory of one run: {@code record.json}, {@code verdict.json}, {@code report.md},
 * {@code page.html}, {@code raw/} and, where causes were looked for, {@code causes.*}. Each file is
 * written whole or not at all.
 */
public record RunDirectory(Path path) {
  private static final String RECORD = "record.json";
  private static final String PAGE = "page.html";
  private static final String VERDICT = "verdict.json";
  private static final String CAUSES = "causes.json";
  private static final String CAUSES_PAGE = "causes.html";
  private static final String LATEST = "latest";
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Returns the id of a run that begins now; ids sort by time. */
  static String id(Instant now, long seed) {
    return ID.format(now) + String.format(Locale.ROOT, "-%04x", seed & 0xffff);
  }

  /** Creates the directory; one with a record is refused. */
  static RunDirectory create(Path path) {
    requireUsable(path);
    try {
      Files.createDirectories(path.resolve("raw"));
    } catch (IOException e) {
      throw new UsageException(
          "%s must be a directory that can be written to, was not: %s; name another with --out"
              .formatted(path, AtomicFile.reason(e)));
    }
    // Absolute, as a service has another working directory.
    return new RunDirectory(path.toAbsolutePath());
  }

  /** Refuses a path at which no run can be stored. */
  static void requireUsable(Path path) {
    if (Files.exists(path.resolve(RECORD))) {
      throw new UsageException(
          path + " already holds a record, and records are never overwritten; give another --out");
    }
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new UsageException(path + " is a file; --out must name a directory");
    }
    if (!Recording.canBeIn(path)) {
      throw new UsageException(
          "%s must not hold both kinds of quotes, which the options of JFR cannot; name another with"
                  .formatted(path)
              + " --out");
    }
  }

  /** Removes an empty directory, which a refused run leaves. */
  void removeIfEmpty() throws IOException {
    for (Path directory : List.of(raw(), path)) {
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException inUse) {
        return;
      }
    }
  }

  /** Returns the directory that was named, which must have a record. */
  public static RunDirectory existing(Path named) {
    Path path = named.endsWith(RECORD) && named.getParent() != null ? named.getParent() : named;
    if (!Files.exists(path.resolve(RECORD))) {
      throw new UsageException(
          path + " holds no record.json; run ./loomwatch run first, or name a run's directory");
    }
    return new RunDirectory(path);
  }

  /** Returns whether a folder holds a judged run; one that was stopped left no verdict. */
  public static boolean isJudged(Path path) {
    return Files.exists(path.resolve(VERDICT));
  }

  public static Path latest(Path out) {
    return out.resolve(LATEST);
  }

  Path raw() {
    return path.resolve("raw");
  }

  public StoredRecord readRecord() {
    return StoredRecord.read(path.resolve(RECORD));
  }

  public Verdict readVerdict() {
    Path file = path.resolve(VERDICT);
    if (!Files.exists(file)) {
      throw new UsageException(file + " does not exist; ./loomwatch gate " + path + " makes it");
    }
    return VerdictJson.read(file);
  }

  void writeRecord(MeasurementRecord record) {
    AtomicFile.write(path.resolve(RECORD), StoredRecord.of(record).text());
  }

  boolean judged() {
    return Files.exists(path.resolve(VERDICT));
  }

  public void writeVerdict(Verdict verdict, MeasurementRecord record) {
    AtomicFile.write(path.resolve(VERDICT), VerdictJson.write(verdict));
    AtomicFile.write(path.resolve("report.md"), new Report(verdict, record).markdown());
  }

  /** Writes the causes as data, as text, and as a page to explore. */
  void writeExplanation(CauseReport explanation, List<LaunchStacks> launches) {
    AtomicFile.write(path.resolve(CAUSES), JsonFormats.CAUSES.write(explanation));
    AtomicFile.write(path.resolve("causes.md"), CauseSentences.page(explanation));
    AtomicFile.write(path.resolve(CAUSES_PAGE), FlamePage.render(launches, explanation));
  }

  /** Writes causes that no profile shows, and so no page. */
  void writeCauses(CauseReport causes) {
    AtomicFile.write(path.resolve(CAUSES), JsonFormats.CAUSES.write(causes));
  }

  /** Returns the verdict with its stored causes, if it is a regression. */
  public Verdict because(Verdict verdict) {
    Optional<CauseReport> causes = causes();
    if (causes.isEmpty() || verdict.verdict() != Outcome.REGRESSED) {
      return verdict;
    }
    return verdict.because(
        causes.get().causes().stream().filter(cause -> cause.isOfWhatGotWorse(verdict)).toList());
  }

  /** Returns the stored causes, if any were looked for. */
  public Optional<CauseReport> causes() {
    Path causes = path.resolve(CAUSES);
    return Files.exists(causes) ? Optional.of(JsonFormats.CAUSES.read(causes)) : Optional.empty();
  }

  /** Returns the address of the page about causes, if there is one. */
  Optional<String> shownCauses() {
    return shown(path.resolve(CAUSES_PAGE));
  }

  private static Optional<String> shown(Path page) {
    return Files.exists(page)
        ? Optional.of(page.toAbsolutePath().toUri().toString())
        : Optional.empty();
  }

  /** Writes the self-contained page; a failure is only reported. */
  public void writePage(Installation installation, Verdict verdict, MeasurementRecord record)
      throws InterruptedException {
    String revision = Objects.requireNonNull(record.variants().get("head")).revision();
    try {
      String title = Git.titles(installation.project()).getOrDefault(revision, "");
      AtomicFile.write(
          path.resolve(PAGE), new SitePages(installation.pages()).single(record, verdict, title));
    } catch (IOException | RuntimeException e) {
      System.err.println("loomwatch: no " + PAGE + " was made: " + AtomicFile.reason(e));
    }
  }

  Optional<String> shownPage() {
    return shown(path.resolve(PAGE));
  }

  /** Links {@code out/latest} to this directory, where links are possible. */
  void becomeLatest(Path out) throws IOException {
    Path link = latest(out);
    Path fresh = out.resolve("." + LATEST + "." + ProcessHandle.current().pid());
    try {
      // The folder may not exist if an option names the run's directory.
      Files.createDirectories(out);
      Files.deleteIfExists(fresh);
      Files.createSymbolicLink(fresh, out.toAbsolutePath().relativize(path.toAbsolutePath()));
    } catch (UnsupportedOperationException | FileSystemException e) {
      return; // FAT and some shares have no links, and another user's checkout may be read-only.
    }
    Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the path relative to the working directory if it is below. */
  String shown() {
    Path here = Invocation.current().directory().toAbsolutePath();
    Path absolute = path.toAbsolutePath();
    return Files.exists(absolute, LinkOption.NOFOLLOW_LINKS) && absolute.startsWith(here)
        ? here.relativize(absolute).toString()
        : absolute.toString();
  }
}
