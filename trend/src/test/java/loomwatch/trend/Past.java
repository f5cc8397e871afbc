package loomwatch.trend;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import org.jspecify.annotations.Nullable;

/** A seeded past: a run each six hours, each of its own commit. */
final class Past {
  static final Instant BEGIN = Instant.parse("2026-06-01T00:00:00Z");
  static final Duration STEP = Duration.ofHours(6);

  private final List<HistoryEntry> entries = new ArrayList<>();
  private final Random random;
  private @Nullable String load;

  Past(long seed) {
    random = new Random(seed);
  }

  /** What is measured: hello's p99 and CPU in both modes. */
  record Series(String mode, String metric, String unit, double usual) {
    boolean isTail() {
      return mode.equals("virtual") && metric.equals("latency-p99");
    }

    boolean isCpu() {
      return mode.equals("virtual") && metric.equals("cpu-per-request");
    }
  }

  static final List<Series> USUAL =
      List.of(
          new Series("platform", "latency-p99", "s", 0.002),
          new Series("virtual", "latency-p99", "s", 0.001),
          new Series("platform", "cpu-per-request", "s/request", 1e-4),
          new Series("virtual", "cpu-per-request", "s/request", 8e-5));

  /** p99 of virtual mode 6 % worse from run 60 on. */
  static Past regressed(int runs) {
    return new Past(1).tail(runs, run -> run >= 60 ? 1.06 : 1);
  }

  /** Runs of which p99 of virtual mode has such a factor, and all else its usual level. */
  Past tail(int runs, IntToDoubleFunction factor) {
    return runs(runs, (series, run) -> series.isTail() ? factor.applyAsDouble(run) : 1);
  }

  Past runs(int runs, Levels levels) {
    return runs(runs, "host-a", levels);
  }

  /** Runs of everything at its usual level. */
  Past quiet(int runs) {
    return runs(runs, (series, run) -> 1);
  }

  /** The factor on a series' usual level, by run from the first of these; NaN: not measured. */
  interface Levels {
    double at(Series series, int run);
  }

  Past runs(int runs, String fingerprint, Levels levels) {
    for (int run = 0; run < runs; run++) {
      List<HistorySeries> series = new ArrayList<>();
      for (Series each : USUAL) {
        double level = each.usual * levels.at(each, run);
        double values = level * Math.exp(0.01 * random.nextGaussian());
        if (!Double.isNaN(values)) {
          series.add(series("hello", each.mode, each.metric, each.unit, values));
        }
      }
      add(HistoryEntry.Kind.RUN, commit(entries.size()), fingerprint, null, series);
    }
    return this;
  }

  /** Runs of which only is told how much is borne, by such a factor; NaN: not told. */
  Past bearing(int runs, IntToDoubleFunction factor) {
    for (int run = 0; run < runs; run++) {
      double value = 20_000 * factor.applyAsDouble(run) * Math.exp(0.01 * random.nextGaussian());
      List<HistorySeries> series =
          Double.isNaN(value)
              ? List.of()
              : List.of(series("hello", "virtual", "capacity", "1/s", value));
      add(HistoryEntry.Kind.RUN, commit(entries.size()), "host-a", null, series);
    }
    return this;
  }

  /** Runs whose requests in virtual mode executed so many SQL statements each. */
  Past counted(double... statements) {
    for (double each : statements) {
      HistorySeries series =
          new HistorySeries(
              "hello",
              "virtual",
              "sql-statements",
              "1/request",
              Direction.LOWER_IS_BETTER,
              List.of(each, each, each));
      add(HistoryEntry.Kind.RUN, commit(entries.size()), "host-a", null, List.of(series));
    }
    return this;
  }

  /** The load of hello in all runs from here on, which tell it. */
  Past loaded(String with) {
    load = with;
    return this;
  }

  /** What a comparison of two runs' commits said of one series. */
  Past compared(int base, int head, String mode, String metric, String outcome) {
    Confirmation.ComparedMetric line =
        new Confirmation.ComparedMetric(
            "hello", mode, metric, outcome, outcome.equals("pass") ? 0.1 : 5.0, null, null);
    return answered(new Confirmation(commit(base), commit(head), List.of(line), null, null));
  }

  /** That a comparison of two runs' commits was invalid, and told nothing of p99. */
  Past invalid(int base, int head) {
    compared(base, head, "virtual", "latency-p99", "inconclusive");
    HistoryEntry last = entries.removeLast();
    entries.add(changed(last, last.provenance(), "invalid", last.series()));
    return this;
  }

  /** Adds to all runs so far how long the suite took to start a thread, by such a factor. */
  Past withSuite(IntToDoubleFunction factor) {
    return withBenchmark("jmh-create-batch", "virtual", factor);
  }

  /** The same of any benchmark. */
  Past withBenchmark(String name, String mode, IntToDoubleFunction factor) {
    for (int run = 0; run < entries.size(); run++) {
      HistoryEntry entry = entries.get(run);
      double value = 1e-6 * factor.applyAsDouble(run) * Math.exp(0.01 * random.nextGaussian());
      List<HistorySeries> series = new ArrayList<>(entry.series());
      series.add(series(name, mode, "time-per-operation", "s/op", value));
      entries.set(run, changed(entry, entry.provenance(), entry.verdict(), series));
    }
    return this;
  }

  /** Three launches about that value; of a capacity more is better. */
  private static HistorySeries series(
      String scenario, String mode, String metric, String unit, double value) {
    Direction better =
        metric.equals("capacity") ? Direction.HIGHER_IS_BETTER : Direction.LOWER_IS_BETTER;
    List<Double> values = List.of(value * 0.99, value, value * 1.01);
    return new HistorySeries(scenario, mode, metric, unit, better, values);
  }

  private static HistoryEntry changed(
      HistoryEntry entry,
      Provenance provenance,
      @Nullable String verdict,
      List<HistorySeries> series) {
    return new HistoryEntry(
        entry.schema(),
        entry.id(),
        entry.kind(),
        entry.measuredAt(),
        provenance,
        entry.tomcat(),
        entry.jdk(),
        entry.fingerprint(),
        entry.record(),
        verdict,
        entry.confirmation(),
        entry.notes(),
        series,
        entry.loads());
  }

  /** That two runs' commits could not be compared. */
  Past unmeasured(int base, int head, String scenario, Cause cause) {
    return answered(
        new Confirmation(
            commit(base), commit(head), List.of(), new Unmeasured(scenario, cause), null));
  }

  Past answered(Confirmation confirmation) {
    add(HistoryEntry.Kind.COMPARISON, confirmation.head(), "host-a", confirmation, List.of());
    return this;
  }

  /** Commits of before, each four times as slow as head, which were measured at last. */
  Past backfilled(int commits, int head) {
    List<HistorySeries> slow =
        USUAL.stream()
            .map(each -> series("hello", each.mode, each.metric, each.unit, 4 * each.usual))
            .toList();
    for (int i = 0; i < commits; i++) {
      Confirmation.ComparedMetric line =
          new Confirmation.ComparedMetric(
              "hello", "virtual", "latency-p99", "regressed", 5.0, 4.0, 6.0);
      String commit = commit(1_000 + i);
      add(
          HistoryEntry.Kind.BACKFILL,
          commit,
          "host-a",
          new Confirmation(commit(head - 1), commit(head), List.of(line), null, null),
          slow);
      HistoryEntry last = entries.removeLast();
      Provenance old =
          new Provenance(commit, null, BEGIN.minus(STEP), null, null, null, null, null);
      entries.add(changed(last, old, last.verdict(), last.series()));
    }
    return this;
  }

  private void add(
      HistoryEntry.Kind kind,
      String commit,
      String fingerprint,
      @Nullable Confirmation confirmation,
      List<HistorySeries> series) {
    int index = entries.size();
    entries.add(
        new HistoryEntry(
            load == null ? 1 : 2,
            "run-" + index,
            kind,
            BEGIN.plus(STEP.multipliedBy(index)),
            new Provenance(commit, null, null, "change " + index, null, "main", null, null),
            "11.0.25",
            fingerprint.equals("host-a") ? "25.0.3+9" : "26+1",
            fingerprint,
            null,
            "pass",
            confirmation,
            List.of(),
            series,
            load == null ? null : Map.of("hello", load)));
  }

  /** Gives a metric of all runs so far another name. */
  Past renamed(String from, String to) {
    entries.replaceAll(entry ->
        changed(
            entry,
            entry.provenance(),
            entry.verdict(),
            entry.series().stream().map(each -> renamed(each, from, to)).toList()));
    return this;
  }

  private static HistorySeries renamed(HistorySeries series, String from, String to) {
    return series.metric().equals(from)
        ? new HistorySeries(
            series.scenario(),
            series.mode(),
            to,
            series.unit(),
            series.direction(),
            series.values())
        : series;
  }

  /** Gives the run of that index a commit of another name. */
  Past named(int run, String commit) {
    Provenance from = entries.get(run).provenance();
    return from(
        run, new Provenance(commit, null, null, from.message(), null, from.branch(), null, null));
  }

  /** Gives the run of that index a tag. */
  Past released(int run, String tag) {
    Provenance from = entries.get(run).provenance();
    return from(
        run,
        new Provenance(from.commit(), null, null, from.message(), null, from.branch(), tag, null));
  }

  private Past from(int run, Provenance provenance) {
    HistoryEntry entry = entries.get(run);
    entries.set(run, changed(entry, provenance, entry.verdict(), entry.series()));
    return this;
  }

  /** What people accept: that commit's change, of what is given. */
  static Accepted accepting(
      String commit, @Nullable String scenario, @Nullable String mode, @Nullable String metric) {
    Accepted.Change change = new Accepted.Change(commit, scenario, mode, metric, "worth it");
    return new Accepted(null, List.of(change), List.of());
  }

  static Accepted accepting(int run) {
    return accepting(commit(run), null, null, null);
  }

  static String commit(int run) {
    return "%07d%033d".formatted(run + 1_000_000, run);
  }

  History history() {
    return new History(entries, "sha256:" + "0".repeat(64));
  }

  /** Judged an hour after the last run. */
  TrendReport judged(Accepted accepted) {
    return judged(accepted, KnownCommits.UNKNOWN);
  }

  TrendReport judged(Accepted accepted, Budget budget) {
    return judged(accepted, KnownCommits.UNKNOWN, budget);
  }

  TrendReport judged(Accepted accepted, KnownCommits checkout) {
    return judged(accepted, checkout, Budget.NONE);
  }

  private TrendReport judged(Accepted accepted, KnownCommits checkout, Budget budget) {
    return TrendJudge.judge(
        history(),
        accepted,
        BEGIN.plus(STEP.multipliedBy(entries.size() - 1)).plusSeconds(3600),
        TrendFloors.NONE,
        checkout,
        budget);
  }

  TrendReport judged() {
    return judged(Accepted.NOTHING);
  }
}
