package loomwatch.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.trend.Alert;
import loomwatch.trend.Remeasurement;
import loomwatch.trend.TrendJudge;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a service with known losses, judged commit by commit. Suspected losses are compared
 * again, as on a machine with a standard error of half a percent.
 */
final class Guard {
  private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");

  /** Standard error of a comparison, and half width of its 90 % interval. */
  private static final double PROOF = 0.005;

  private static final double ENDS = 1.645 * PROOF;

  /** Number of series of one scenario in both modes. */
  private static final int SERIES = 20;

  /** Number of one-series histories per simulated service, which takes equally long. */
  private static final int SERVICES = 10;

  private Guard() {}

  /**
   * The result for one service.
   *
   * @param reportedAt commit at which a loss was first confirmed
   * @param reports number of confirmed alerts
   * @param proofs number of comparisons
   */
  record Watched(Outcome verdict, OptionalInt reportedAt, int reports, int proofs) {}

  /**
   * Simulates one service.
   *
   * @param noise noise of each series, in standard deviations
   * @param loss loss of all series at a commit, as a log ratio
   */
  static Watched watch(double[][] noise, double sigma, IntToDoubleFunction loss, long seed) {
    Random random = new Random(seed);
    List<HistoryEntry> entries = new ArrayList<>();
    Set<String> reports = new HashSet<>();
    OptionalInt reportedAt = OptionalInt.empty();
    Outcome verdict = Outcome.PASS;
    int proofs = 0;
    for (int commit = 0; commit < noise[0].length; commit++) {
      entries.add(run(commit, noise, sigma, loss));
      TrendReport report = judged(entries);
      for (int asked = 0; asked < 3; asked++) {
        Remeasurement again = Remeasurement.of(report).orElse(null);
        if (again == null) {
          break;
        }
        proofs++;
        entries.add(proof(again, entries.size(), noise.length, loss, random));
        report = judged(entries);
      }
      report.alerts().stream()
          .filter(alert -> alert.status() == Alert.Status.CONFIRMED)
          .map(Alert::key)
          .forEach(reports::add);
      if (reportedAt.isEmpty() && !reports.isEmpty()) {
        reportedAt = OptionalInt.of(commit);
      }
      verdict = report.verdict();
    }
    return new Watched(verdict, reportedAt, reports.size(), proofs);
  }

  private static TrendReport judged(List<HistoryEntry> entries) {
    return TrendJudge.judge(
        new History(entries, "sha256:" + "0".repeat(64)), Accepted.NOTHING, BEGIN);
  }

  private static HistoryEntry run(
      int commit, double[][] noise, double sigma, IntToDoubleFunction loss) {
    List<HistorySeries> series = new ArrayList<>();
    for (int i = 0; i < noise.length; i++) {
      double value = Math.exp(sigma * noise[i][commit] + loss.applyAsDouble(commit));
      series.add(
          new HistorySeries(
              name(i),
              "virtual",
              "cpu-per-request",
              "s/request",
              Direction.LOWER_IS_BETTER,
              List.of(value, value, value)));
    }
    return entry("run-" + commit, commit, HistoryEntry.Kind.RUN, null, series);
  }

  private static HistoryEntry proof(
      Remeasurement again, int index, int series, IntToDoubleFunction loss, Random random) {
    double truth =
        loss.applyAsDouble(commit(again.head())) - loss.applyAsDouble(commit(again.base()));
    List<Confirmation.ComparedMetric> lines =
        IntStream.range(0, series)
            .mapToObj(i -> line(name(i), truth + PROOF * random.nextGaussian()))
            .toList();
    return entry(
        "proof-" + index,
        commit(again.head()),
        HistoryEntry.Kind.COMPARISON,
        new Confirmation(again.base(), again.head(), lines, null, null),
        List.of());
  }

  /** Follows the rule of confirming comparisons in docs/method.md. */
  private static Confirmation.ComparedMetric line(String scenario, double effect) {
    double percent = 100 * Math.expm1(effect);
    double low = 100 * Math.expm1(effect - ENDS);
    double high = 100 * Math.expm1(effect + ENDS);
    String outcome = low > 0 && percent >= 0.5 ? "regressed" : high < 1 ? "pass" : "inconclusive";
    return new Confirmation.ComparedMetric(
        scenario, "virtual", "cpu-per-request", outcome, percent, low, high);
  }

  private static String name(int series) {
    return "scenario-" + series;
  }

  private static int commit(String id) {
    return Integer.parseInt(id, 16) - 1;
  }

  private static HistoryEntry entry(
      String id,
      int commit,
      HistoryEntry.Kind kind,
      @Nullable Confirmation confirmation,
      List<HistorySeries> series) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        kind,
        BEGIN.plus(Duration.ofHours(commit)),
        Provenance.of("%040x".formatted(commit + 1)),
        "11.0.25",
        "25.0.3+9",
        "one host",
        null,
        null,
        confirmation,
        List.of(),
        series,
        null);
  }

  /** Prints the error rates and delays over long histories. */
  static void print(int seeds, PrintStream out) {
    out.printf("%nWith what is suspected compared again, to half a percent:%n");
    for (Noise noise :
        List.of(Noise.NORMAL, Noise.AUTOCORRELATED, Noise.REMEMBERING, Noise.MOVING)) {
      double[] alone = mean(seeds, seed -> watch(draw(noise, 1, 1000, seed), 0.02, at -> 0, seed));
      out.printf(
          Locale.ROOT,
          "  no change, %s: reported %.2f in 1,000 commits of a series",
          noise,
          alone[0]);
      if (seeds >= SERVICES) {
        double[] service =
            mean(
                seeds / SERVICES,
                seed -> watch(draw(noise, SERIES, 1000, seed), 0.02, at -> 0, seed));
        out.printf(
            Locale.ROOT,
            ", %.1f of %d series, by %.1f comparisons",
            service[0],
            SERIES,
            service[1]);
      }
      out.println();
    }
    for (int percent : new int[] {2, 3}) {
      double loss = Math.log1p(percent / 100.0);
      long passes =
          run(
                  seeds,
                  seed ->
                      watch(
                          draw(Noise.NORMAL, 1, 300, seed), 0.02, at -> at < 100 ? 0 : loss, seed))
              .filter(watched -> watched.verdict == Outcome.PASS)
              .count();
      out.printf(
          "  +%d %% for good after 100 of 300 commits: %d of %d end as pass%n",
          percent, passes, seeds);
    }
    for (int percent : new int[] {5, 3}) {
      double loss = Math.log1p(percent / 100.0);
      int[] delays =
          run(
                  seeds,
                  seed ->
                      watch(
                          draw(Noise.NORMAL, 1, 160, seed), 0.02, at -> at < 100 ? 0 : loss, seed))
              .filter(watched -> watched.reportedAt.isPresent())
              .mapToInt(watched -> watched.reportedAt.getAsInt() - 99)
              .sorted()
              .toArray();
      out.printf(
          "  +%d %% reported after %d commits (median; %d of %d within 60)%n",
          percent, delays[delays.length / 2], delays.length, seeds);
    }
    for (double sigma : new double[] {0.01, 0.02}) {
      for (int every : new int[] {10, 25}) {
        IntToDoubleFunction climb = at -> at < 100 ? 0 : (1 + (at - 100) / every) * Math.log(1.01);
        int until = 100 + 6 * every;
        int[] worn =
            run(seeds, seed -> watch(draw(Noise.NORMAL, 1, until, seed), sigma, climb, seed))
                .filter(watched -> watched.reportedAt.isPresent())
                .mapToInt(watched -> 1 + (watched.reportedAt.getAsInt() - 100) / every)
                .sorted()
                .toArray();
        out.printf(
            Locale.ROOT,
            "  +1 %% every %d commits, noise %.0f %%: %d of %d reported by +6 %%, at +%d %% (median)%n",
            every,
            100 * sigma,
            worn.length,
            seeds,
            worn.length == 0 ? 0 : worn[worn.length / 2]);
      }
    }
  }

  private interface Simulation {
    Watched of(long seed);
  }

  private static Stream<Watched> run(int seeds, Simulation simulation) {
    return LongStream.rangeClosed(1, seeds).parallel().mapToObj(simulation::of);
  }

  /** Returns the mean numbers of reports and comparisons. */
  private static double[] mean(int seeds, Simulation simulation) {
    List<Watched> all = run(seeds, simulation).toList();
    return new double[] {
      all.stream().mapToInt(Watched::reports).average().orElse(0),
      all.stream().mapToInt(Watched::proofs).average().orElse(0)
    };
  }

  private static double[][] draw(Noise noise, int series, int commits, long seed) {
    double[][] drawn = new double[series][];
    Arrays.setAll(drawn, i -> noise.draw(new Random(seed * 1_000_003 + i), commits));
    return drawn;
  }
}
