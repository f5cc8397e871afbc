package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HistoryWriter;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.site.SiteBuild;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.history.RecordStore;
import loomwatch.trend.TrendJudge;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the size of a history with ten commits a day, generated from measured records, and of
 * its site. A run has three scenarios, each with the launches of one measured record; every
 * complete record is as large as the largest of those.
 */
final class TenYears {
  /** Ten years of ten commits a day. */
  static final int COMMITS = 36_500;

  private static final List<String> SCENARIOS = List.of("hello", "list-static", "sleep-50-over");
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration APART = Duration.ofMinutes(144);

  /** Number of launches in the profile {@code quick}. */
  private static final int LAUNCHES = 5;

  /** Number of entries added at once, limited by memory. */
  private static final int AT_ONCE = 5_000;

  private final List<List<HistorySeries>> measured;
  private final MeasurementRecord largest;
  private final String text;
  private final Random random = new Random(1);

  /** Creates a history from at least one record of one host. */
  TenYears(List<Path> records) {
    List<MeasurementRecord> read =
        records.stream().map(file -> StoredRecord.read(file).record()).toList();
    measured = read.stream().map(TenYears::series).toList();
    largest =
        read.stream()
            .max((a, b) -> Integer.compare(a.launches().size(), b.launches().size()))
            .orElseThrow();
    text = StoredRecord.of(largest).text();
  }

  /**
   * The sizes in bytes of the packed history, of the complete records, of the site and of one
   * record, and the times to read and verify history and to build trend and site.
   */
  record Sizes(
      long shards,
      long records,
      long site,
      long ofARecord,
      double readSeconds,
      double siteSeconds) {}

  /** Builds history and site, and keeps that many complete records. */
  Sizes of(int commits, int whole, Path folder, SitePages pages, Thresholds thresholds)
      throws IOException {
    HistoryStore store = new HistoryStore(folder.resolve("history"));
    for (int first = 0; first < commits; first += AT_ONCE) {
      List<HistoryEntry> entries = new ArrayList<>();
      for (int i = first; i < Math.min(commits, first + AT_ONCE); i++) {
        entries.add(entry(i, commits - whole, folder.resolve("records")));
      }
      store.addAll(entries);
    }
    // The records are moved here later, because a history cannot start in a directory with records.
    Path records = folder.resolve("history/records");
    Files.move(folder.resolve("records"), records);
    store.prune(whole, Set.of());
    long start = System.nanoTime();
    History history = store.read();
    long read = System.nanoTime();
    Path site = folder.resolve("site");
    Instant now = BEGIN.plus(APART.multipliedBy(commits));
    new SiteBuild(site, pages, thresholds, revision -> "")
        .of(
            new SiteBuild.SiteHistory(
                history, TrendJudge.judge(history, Accepted.NOTHING, now), records, null),
            List.of(),
            now);
    long built = System.nanoTime();
    long kept = size(records);
    return new Sizes(
        size(folder.resolve("history")) - kept,
        kept,
        size(site),
        kept / Math.min(whole, commits),
        (read - start) / 1e9,
        (built - read) / 1e9);
  }

  private HistoryEntry entry(int number, int whole, Path records) {
    Instant at = BEGIN.plus(APART.multipliedBy(number));
    String id = "run-%05d".formatted(number);
    String hash = Sha256.of(id);
    if (number >= whole) {
      String record = named(id, at);
      hash = Sha256.of(record);
      AtomicFile.write(RecordStore.place(records, at, id), record);
    }
    List<HistorySeries> series = new ArrayList<>();
    for (String scenario : SCENARIOS) {
      for (HistorySeries each : measured.get(random.nextInt(measured.size()))) {
        series.add(
            new HistorySeries(
                scenario,
                each.mode(),
                each.metric(),
                each.unit(),
                each.direction(),
                each.values()));
      }
    }
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        HistoryEntry.Kind.RUN,
        at,
        provenance(number, at),
        "11.0.25",
        "25.0.3+9",
        largest.fingerprint(),
        hash,
        "pass",
        null,
        List.of(),
        series,
        null);
  }

  private static Provenance provenance(int number, Instant at) {
    String commit = Sha256.of("commit " + number).substring(7, 47);
    String parent = Sha256.of("commit " + (number - 1)).substring(7, 47);
    return new Provenance(
        commit,
        parent,
        at,
        "area: say in half a line what is done to it by change " + number,
        "Somebody",
        "main",
        null,
        "https://github.com/acme/shop/actions/runs/" + (12_345_678_901L + number));
  }

  private static List<HistorySeries> series(MeasurementRecord record) {
    return HistoryEntries.ofRun(StoredRecord.of(record), Provenance.of("unknown"), null, List.of())
        .series()
        .stream()
        .map(each ->
            new HistorySeries(
                each.scenario(),
                each.mode(),
                each.metric(),
                each.unit(),
                each.direction(),
                each.values().subList(0, Math.min(LAUNCHES, each.values().size()))))
        .toList();
  }

  /** Returns the largest record's text under another id and time. */
  private String named(String id, Instant at) {
    return text.replace(quoted(largest.id()), quoted(id))
        .replace(quoted(largest.createdAt()), quoted(at));
  }

  private static String quoted(Object value) {
    return '"' + value.toString() + '"';
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Command(
      name = "bench-site",
      mixinStandardHelpOptions = true,
      description = {
        "Proves that ten years of ten commits a day fit what GitHub holds.",
        "",
        "Makes up such a history of records that were measured, prunes it as on GitHub, and builds its"
            + " site. Takes about a quarter of an hour, 6 GB of memory and 3 GB of disk.",
        ""
      })
  static final class BenchSiteCommand implements Callable<Integer> {
    /** The newest records, those of releases, and three for each change. */
    private static final int WHOLE =
        HistoryWriter.NEWEST
            + HistoryWriter.RELEASES
            + HistoryWriter.BUMPS
            + 3 * HistoryWriter.CHANGES;

    /** Number of pushes after which the branch restarts: {@code MOST} of the action that pushes. */
    private static final int PAST = 300;

    @Option(
        names = "--out",
        required = true,
        paramLabel = "FOLDER",
        description = "Where history and site are left; not there yet.")
    private Path out = Path.of("");

    @Option(
        names = "--commits",
        paramLabel = "N",
        defaultValue = "" + COMMITS,
        description = "How many; default ${DEFAULT-VALUE}.")
    private int commits = COMMITS;

    @Option(
        names = "--records",
        paramLabel = "FOLDER",
        description = "Records of one host; default those of the calibration in docs/campaign.")
    private @Nullable Path records;

    @Mixin private ThresholdsOption thresholds = new ThresholdsOption();

    @Override
    public Integer call() throws IOException {
      if (commits < 1 || Files.exists(out)) {
        throw new UsageException("--commits must be at least 1, and --out not there yet");
      }
      Installation installation = Installation.ofLauncher();
      Path from = records == null ? installation.root().resolve(RuleTable.CAMPAIGN) : records;
      Sizes room =
          new TenYears(in(from))
              .of(commits, WHOLE, out, new SitePages(installation.pages()), thresholds.read());
      long past = PAST * (room.ofARecord() + room.shards() / commits);
      System.out.printf(
          Locale.ROOT,
          "%,d commits: branch at most %.0f MB (entries %.0f, of %.1f kB each; %d whole records %.0f;"
              + " the past before it begins again %.0f)%nsite %.0f MB%nread in %.0f s, judged and built"
              + " in %.0f s%n",
          commits,
          (room.shards() + room.records() + past) / 1e6,
          room.shards() / 1e6,
          room.shards() / 1e3 / commits,
          Math.min(WHOLE, commits),
          room.records() / 1e6,
          past / 1e6,
          room.site() / 1e6,
          room.readSeconds(),
          room.siteSeconds());
      return ExitCode.PASS;
    }

    private static List<Path> in(Path folder) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.filter(file -> file.endsWith("record.json.gz")).sorted().toList();
      }
    }
  }
}
