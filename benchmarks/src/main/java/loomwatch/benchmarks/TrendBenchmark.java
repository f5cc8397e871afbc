package loomwatch.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.UsageException;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Judges simulated histories with known changes by Loomwatch and by the defaults of other tools.
 *
 * <p>A history is exp(σ·noise) with σ = 2 %. False alarms are counted over 1,000 commits without a
 * change, for each seed, starting without prior data. Delays are those of a step after 100 commits.
 */
final class TrendBenchmark {
  private static final double SIGMA = 0.02;
  private static final int COMMITS = 1000;
  private static final int BEFORE = 100;
  private static final int AFTER = 60;
  private static final List<Integer> CHANGES = List.of(5, 3);
  private static final List<TrendRule> RULES =
      List.of(
          TrendRule.OURS,
          TrendRule.OTAVA,
          TrendRule.BENCHER,
          TrendRule.githubActionBenchmark(200),
          TrendRule.githubActionBenchmark(105));

  private TrendBenchmark() {}

  /** False alarms per 1,000 commits by kind of noise; delays of 5 % and 3 % under normal noise. */
  record Figures(String name, double[] falseAlarms, Delay[] delays) {}

  /**
   * The delay of detection: the median number of commits, including the first bad one, over the
   * seeds with a detection, and the share of those seeds.
   */
  record Delay(double median, double seen) {}

  /** Prints the table for that many histories of each kind. */
  static void run(int seeds, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "False alarms for the worse per 1,000 commits (%d seeds), and the median commits until a"
            + " step is seen at 2 %% noise%n%n",
        seeds);
    out.printf("%-45s", "");
    Arrays.stream(Noise.values()).forEach(noise -> out.printf("%13s", noise));
    CHANGES.forEach(percent -> out.printf("%18s", "+" + percent + " %"));
    out.println();
    for (TrendRule rule : RULES) {
      Figures figures = figures(rule, seeds);
      out.printf("%-45s", figures.name);
      Arrays.stream(figures.falseAlarms).forEach(rate -> out.printf(Locale.ROOT, "%13.2f", rate));
      Arrays.stream(figures.delays).forEach(delay -> out.printf("%18s", words(delay)));
      out.println();
    }
    Guard.print(Math.min(30, seeds), out);
  }

  /** Prints how long {@code trend} takes over 10,000 records of 60 series. */
  static void runLong(PrintStream out) {
    out.println(LongHistory.judged());
  }

  /** Prints the same for a history that is kept in the directory. */
  static void runLong(Path folder, PrintStream out) throws IOException {
    out.println(LongHistory.judged(folder));
  }

  /** Computes the figures of one rule, with seeds in parallel. */
  static Figures figures(TrendRule rule, int seeds) {
    double[] rates =
        Arrays.stream(Noise.values())
            .mapToDouble(noise -> falseAlarms(rule, noise, seeds))
            .toArray();
    Delay[] delays =
        CHANGES.stream().map(percent -> delay(rule, percent, seeds)).toArray(Delay[]::new);
    return new Figures(rule.name(), rates, delays);
  }

  static double falseAlarms(TrendRule rule, Noise noise, int seeds) {
    return LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToInt(seed -> rule.alarms(history(noise, seed, COMMITS, 0, COMMITS)).size())
            .sum()
        * 1000.0
        / ((double) seeds * COMMITS);
  }

  static Delay delay(TrendRule rule, int percent, int seeds) {
    int[] delays =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed ->
                rule.delay(history(Noise.NORMAL, seed, BEFORE + AFTER, percent, BEFORE), BEFORE))
            .filter(OptionalInt::isPresent)
            .mapToInt(OptionalInt::getAsInt)
            .sorted()
            .toArray();
    int n = delays.length;
    double median = n == 0 ? Double.NaN : (delays[(n - 1) / 2] + delays[n / 2]) / 2.0;
    return new Delay(median, (double) n / seeds);
  }

  /** Returns values around 1, and from {@code changedAt} on that many percent larger. */
  static double[] history(Noise noise, long seed, int commits, int percent, int changedAt) {
    double[] z = noise.draw(new Random(seed * 1_000_003 + noise.ordinal()), commits);
    return IntStream.range(0, commits)
        .mapToDouble(i -> Math.exp(SIGMA * z[i]) * (i >= changedAt ? 1 + percent / 100.0 : 1))
        .toArray();
  }

  private static String words(Delay delay) {
    return delay.seen == 0
        ? "never"
        : String.format(Locale.ROOT, "%.0f (%.0f %% seen)", delay.median, 100 * delay.seen);
  }

  /** Measures how long {@code trend} takes for a history of the largest expected length. */
  static final class LongHistory {
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

    /** Does the same with a history that is kept in the directory, and reused if present. */
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

    /** Creates entries with a step of 5 % in one series after another, every 400 records. */
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
          series,
          null);
    }

    private static void delete(Path folder) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Command(
      name = "bench-trend",
      mixinStandardHelpOptions = true,
      description = {
        "Proves how rarely trend alarms without a reason, and how soon with one.",
        "",
        "On simulated histories, in one table with what other tools do by default.",
        ""
      })
  static final class BenchTrendCommand implements Callable<Integer> {
    @Option(
        names = "--seeds",
        paramLabel = "N",
        defaultValue = "200",
        description = "Histories of each kind; default ${DEFAULT-VALUE}.")
    private int seeds = 200;

    @Option(
        names = "--long",
        paramLabel = "FOLDER",
        description =
            "Only the time over 10,000 records of 60 series, kept in that folder: for site"
                + " --history too.")
    private @Nullable Path longHistory;

    @Override
    public Integer call() throws IOException {
      if (longHistory != null) {
        runLong(longHistory, System.out);
        return ExitCode.PASS;
      }
      if (seeds < 1 || seeds > 100_000) {
        throw new UsageException("--seeds must be from 1 to 100000, was " + seeds);
      }
      run(seeds, System.out);
      runLong(System.out);
      return ExitCode.PASS;
    }
  }
}
