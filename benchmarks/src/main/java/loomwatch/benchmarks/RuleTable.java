package loomwatch.benchmarks;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.benchmarks.RuleTable.PairRule.Call;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Calibrator;
import loomwatch.judge.calibration.JudgedComparison;
import loomwatch.judge.calibration.JudgedComparison.ExpectedEffect;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.MetricKey;
import loomwatch.results.MeasurementRecord;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Judges the same comparisons by the rules of Loomwatch and of other tools. Invalid comparisons of
 * one service with itself are excluded for all rules. Comparisons with a fault are never excluded,
 * so an invalid one counts as not caught by Loomwatch.
 */
final class RuleTable {
  /** Directory of the campaign in docs/campaign/README.md. */
  static final Path CAMPAIGN = Path.of("docs/campaign/quick-embedded-e6414968d07a");

  /** Common ratios, the default last, and the default levels of Bencher and benchstat. */
  private static final List<PairRule> RULES =
      List.of(
          PairRule.meanRatio(1.1),
          PairRule.meanRatio(1.5),
          PairRule.meanRatio(2.0),
          PairRule.historyTTest(),
          PairRule.rankSum(0.05));

  private final List<JudgedComparison> all;
  private final List<String> faults;
  private final Map<String, Map<MetricKey, double[]>> earlier = new HashMap<>();

  /**
   * The key of a history. In comparisons with a fault, base runs a filter that injects nothing; its
   * cost must not mix with the history of the others.
   */
  private record Past(boolean besideFault, MetricKey change) {}

  /** Creates the table of comparisons in the order measured. */
  public RuleTable(List<JudgedComparison> all) {
    this.all = List.copyOf(all);
    this.faults = JudgedComparison.faults(all);
    Map<Past, List<Double>> seen = new HashMap<>();
    for (JudgedComparison comparison : all) {
      Map<MetricKey, double[]> history = new HashMap<>();
      for (DecidingPairs pairs : comparison.deciding()) {
        MetricKey change = pairs.key();
        List<Double> values =
            seen.computeIfAbsent(
                new Past(!comparison.unchanged(), change), past -> new ArrayList<>());
        history.put(change, values.stream().mapToDouble(Double::doubleValue).toArray());
        values.add(pairs.meanOfBase());
      }
      earlier.put(comparison.record().id(), history);
    }
  }

  /**
   * The results of one rule.
   *
   * @param falseAlarms comparisons of one service with itself in which any blocking metric alarms,
   *     out of those the rule can judge
   * @param caught for each fault, comparisons in which an affected metric and mode alarms, out of
   *     those the rule can judge
   */
  record Row(String name, String method, Share falseAlarms, List<Share> caught) {
    Row {
      caught = List.copyOf(caught);
    }
  }

  /** Returns a row for each rule, Loomwatch's first. */
  List<Row> rows() {
    return Stream.concat(Stream.of(ours()), RULES.stream().map(this::row)).toList();
  }

  /** Formats the table as Markdown, followed by a description of each rule. */
  public String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| | false positives |"
            + faults.stream().map(name -> " `" + name + "` |").collect(joining()));
    lines.add("|---|---|" + "---|".repeat(faults.size()));
    List<Row> rows = rows();
    for (Row row : rows) {
      lines.add(
          "| "
              + row.name()
              + " | "
              + shown(row.falseAlarms())
              + " |"
              + row.caught().stream().map(share -> " " + shown(share) + " |").collect(joining()));
    }
    lines.add("");
    rows.forEach(row -> lines.add("- " + row.name() + ": " + row.method() + "."));
    return String.join("\n", lines) + "\n";
  }

  private static String shown(Share share) {
    return share.of() == 0 ? "–" : share.count() + " of " + share.of();
  }

  private Row ours() {
    List<JudgedComparison> unchanged = JudgedComparison.validUnchanged(all);
    long alarms = unchanged.stream().filter(one -> !one.regressions().isEmpty()).count();
    return new Row(
        "Loomwatch",
        "moderated paired t tests with Holm over all that can fail a build, within looks, and a change of at least"
            + " the tolerance",
        Share.of(alarms, unchanged.size()),
        faults.stream()
            .map(fault -> {
              List<JudgedComparison> against = JudgedComparison.against(fault, all);
              long caught = against.stream().filter(JudgedComparison::caught).count();
              return Share.of(caught, against.size());
            })
            .toList());
  }

  private Row row(PairRule rule) {
    return new Row(
        rule.name(),
        rule.method(),
        share(rule, JudgedComparison.validUnchanged(all), change -> true),
        faults.stream()
            .map(fault ->
                share(rule, JudgedComparison.against(fault, all), ExpectedEffect.of(fault)::holds))
            .toList());
  }

  /** Returns in how many comparisons a change alarms, out of those the rule can judge. */
  private Share share(
      PairRule rule, List<JudgedComparison> comparisons, Predicate<MetricKey> where) {
    int alarms = 0;
    int judged = 0;
    for (JudgedComparison comparison : comparisons) {
      List<Call> calls = calls(rule, comparison, where);
      if (!calls.isEmpty()) {
        judged++;
      }
      if (calls.contains(Call.ALARM)) {
        alarms++;
      }
    }
    return Share.of(alarms, judged);
  }

  private List<Call> calls(PairRule rule, JudgedComparison comparison, Predicate<MetricKey> where) {
    Map<MetricKey, double[]> history = earlier.getOrDefault(comparison.record().id(), Map.of());
    return comparison.deciding().stream()
        .filter(pairs -> where.test(pairs.key()))
        .map(pairs -> rule.judge(pairs, history.getOrDefault(pairs.key(), new double[0])))
        .filter(call -> call != Call.CANNOT_TELL)
        .toList();
  }

  /**
   * A rule of another tool for one metric in one mode.
   *
   * @param name tool and setting
   * @param method description in a sentence
   */
  record PairRule(String name, String method, Judging judging) {
    /** The decision of a rule. */
    enum Call {
      ALARM,
      SILENT,
      /** There is not enough history. */
      CANNOT_TELL;

      private static Call of(boolean alarm) {
        return alarm ? ALARM : SILENT;
      }
    }

    /** Judges a change, given the mean of base's launches in each earlier comparison. */
    interface Judging {
      Call judge(DecidingPairs pairs, double[] earlier);
    }

    Call judge(DecidingPairs pairs, double[] earlier) {
      return judging.judge(pairs, earlier);
    }

    /**
     * The rule of github-action-benchmark: an alarm when current ÷ previous is above a threshold
     * (its {@code src/write/findAlerts.ts}, {@code ratio > threshold}; default 200 %). Values are
     * means over launches, as a tool would report them.
     *
     * <p>In practice, the previous value is from an earlier run. Here it is base's from the same
     * minutes, which favours the rule.
     */
    static PairRule meanRatio(double threshold) {
      return new PairRule(
          String.format(Locale.ROOT, "github-action-benchmark %.0f %%", 100 * threshold),
          String.format(
              Locale.ROOT,
              "mean of head's launches above %.0f %% of the mean of base's, measured in the same minutes",
              100 * threshold),
          (pairs, earlier) -> Call.of(pairs.meanOfHead() / pairs.meanOfBase() > threshold));
    }

    /**
     * The t-test threshold of Bencher 0.6.12 with its defaults: an alarm when the new value is
     * above {@link PredictionLimit#OF_BENCHER} of the earlier ones. Values are means over a
     * comparison's launches, of base for earlier values and of head for the new one.
     */
    static PairRule historyTTest() {
      return new PairRule(
          "Bencher 0.6.12 t-test 0.99",
          "mean of head's launches above what one more mean of base's would exceed with probability"
              + " 0.01, by Student's t over up to 64 earlier comparisons",
          (pairs, earlier) -> {
            OptionalDouble limit = PredictionLimit.OF_BENCHER.after(earlier);
            return limit.isEmpty()
                ? Call.CANNOT_TELL
                : Call.of(pairs.meanOfHead() > limit.getAsDouble());
          });
    }

    /**
     * The default test of benchstat (golang.org/x/perf, {@code benchmath/anone.go} and {@code
     * sample.go}): the two-sided Mann–Whitney U test of both variants' launches, exact without
     * ties. It shows a difference when p ≤ α, which is an alarm here if head's median is larger.
     * Pairs are not used, and each metric is tested separately.
     */
    static PairRule rankSum(double alpha) {
      return new PairRule(
          String.format(Locale.ROOT, "Mann–Whitney %.2f", alpha),
          String.format(
              Locale.ROOT,
              "two-sided Mann–Whitney U test of the launches of both variants, p at most %.2f, as benchstat",
              alpha),
          (pairs, earlier) -> {
            double[] base = pairs.base();
            double[] head = pairs.head();
            double p = MannWhitneyUTest.withDefaults().test(head, base).getPValue();
            return Call.of(
                p <= alpha && SampleStatistics.medianOf(head) > SampleStatistics.medianOf(base));
          });
    }
  }

  @Command(
      name = "bench-rules",
      mixinStandardHelpOptions = true,
      description = {
        "Proves how often Loomwatch's and others' rules are wrong about unchanged code, and catch faults.",
        "",
        "On a campaign's comparisons, of which the outcome is known; measures nothing. Prints the"
            + " table of docs/campaign/README.md.",
        ""
      })
  static final class BenchRulesCommand implements Callable<Integer> {
    @Parameters(
        arity = "0..1",
        paramLabel = "FOLDER",
        description = "A campaign, as calibrate leaves it; default the one in docs/campaign.")
    private @Nullable Path folder;

    @Mixin private ThresholdsOption thresholds = new ThresholdsOption();

    @Override
    public Integer call() throws IOException {
      Path from = folder == null ? Installation.ofLauncher().root().resolve(CAMPAIGN) : folder;
      if (!Files.isDirectory(from)) {
        throw new UsageException(
            from + " is no folder; name one that ./loomwatch calibrate has left records in");
      }
      List<MeasurementRecord> records = CampaignStore.ofComparisons(from).records();
      System.out.print(new RuleTable(Calibrator.judged(records, thresholds.read())).markdown());
      return ExitCode.PASS;
    }
  }
}
