package loomwatch.benchmarks.trend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendJudge;
import loomwatch.trend.TrendReport;

/** How long {@code trend} takes over a history as long as any will get. */
final class LongHistory {
  private static final int RECORDS = 10_000;
  private static final int SCENARIOS = 10;
  private static final List<String> METRICS =
      List.of("latency-p50", "latency-p99", "cpu-per-request");
  private static final List<String> MODES = List.of("platform", "virtual");
  private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");

  private LongHistory() {}

  /** Reads, verifies and judges 10,000 records of 60 series, as the command does. */
  static String judged() {
    try {
      Path folder = Files.createTempDirectory("loomwatch-long-history");
      try {
        return judged(folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with a history that stays in that folder; one that is there is used again. */
  static String judged(Path folder) throws IOException {
    HistoryStore store = new HistoryStore(folder);
    if (!store.exists()) {
      store.addAll(entries());
    }
    return timed(folder);
  }

  private static String timed(Path folder) throws IOException {
    long start = System.nanoTime();
    History history = new HistoryStore(folder).read();
    long read = System.nanoTime();
    Instant now = BEGIN.plus(Duration.ofHours(6L * RECORDS));
    TrendReport report = TrendJudge.judge(history, Accepted.NOTHING, now);
    int characters = TrendJson.write(report).length();
    long judged = System.nanoTime();
    return String.format(
        Locale.ROOT,
        "trend over %,d records of %d series: %.1f s to read and verify, %.1f s to judge;"
            + " trend.json %.1f MB",
        RECORDS,
        report.series().size(),
        (read - start) / 1e9,
        (judged - read) / 1e9,
        characters / 1e6);
  }

  /** With a step of 5 % in one series after the other, every 400 records. */
  private static List<HistoryEntry> entries() {
    Random random = new Random(1);
    List<HistoryEntry> entries = new ArrayList<>();
    for (int run = 0; run < RECORDS; run++) {
      List<HistorySeries> series = new ArrayList<>();
      for (int scenario = 0; scenario < SCENARIOS; scenario++) {
        for (String metric : METRICS) {
          for (String mode : MODES) {
            double level = run / 400 % 60 > series.size() ? 1.05 : 1;
            series.add(
                new HistorySeries(
                    "scenario-" + scenario,
                    mode,
                    metric,
                    "s",
                    Direction.LOWER_IS_BETTER,
                    launches(level, random)));
          }
        }
      }
      entries.add(entry(run, series));
    }
    return entries;
  }

  private static List<Double> launches(double level, Random random) {
    double run = 0.001 * level * Math.exp(0.02 * random.nextGaussian());
    return List.of(
        run, run * (1 + 0.01 * random.nextGaussian()), run * (1 + 0.01 * random.nextGaussian()));
  }

  private static HistoryEntry entry(int run, List<HistorySeries> series) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        "run-%05d".formatted(run),
        HistoryEntry.Kind.RUN,
        BEGIN.plus(Duration.ofHours(6L * run)),
        Provenance.of("%040x".formatted(run)),
        "11.0.25",
        "25.0.3+9",
        "one host",
        null,
        "pass",
        null,
        List.of(),
        series);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
