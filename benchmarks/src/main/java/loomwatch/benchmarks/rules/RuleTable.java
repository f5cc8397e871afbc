package loomwatch.benchmarks.rules;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.benchmarks.rules.PairRule.Call;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.JudgedComparison;
import loomwatch.judge.calibration.JudgedComparison.ExpectedEffect;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.judge.verdict.MetricKey;

/**
 * The same comparisons judged by ours and by others' rules. Those of one subject with itself that
 * were invalid are left out for all; of those against a handicap none is, so that what could not be
 * measured counts as not caught for us.
 */
public final class RuleTable {
  /** Ratios as configured most often, the default last; Bencher's and benchstat's own levels. */
  private static final List<PairRule> RULES =
      List.of(
          new MeanRatio(1.1),
          new MeanRatio(1.5),
          new MeanRatio(2.0),
          new HistoryTTest(),
          new RankSum(0.05));

  private final List<JudgedComparison> all;
  private final List<String> handicaps;
  private final Map<String, Map<MetricKey, double[]>> earlier = new HashMap<>();

  /**
   * What a history is of: beside a handicap base carries the filter that injects nothing, whose
   * cost is no part of the others' past.
   */
  private record Past(boolean besideHandicap, MetricKey change) {}

  /**
   * Of these comparisons.
   *
   * @param all in the order measured
   */
  public RuleTable(List<JudgedComparison> all) {
    this.all = List.copyOf(all);
    this.handicaps = JudgedComparison.handicaps(all);
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
   * One rule on these comparisons.
   *
   * @param name whose it is
   * @param method what it computes
   * @param falseAlarms comparisons of one subject with itself in which any gated metric alarms, of
   *     those it can judge
   * @param caught for each handicap, the comparisons in which a metric and mode that it is expected
   *     to move alarms, of those the rule can judge
   */
  record Row(String name, String method, Share falseAlarms, List<Share> caught) {
    Row {
      caught = List.copyOf(caught);
    }
  }

  /** The handicaps that {@link Row#caught} is of, in its order. */
  List<String> handicaps() {
    return handicaps;
  }

  /** A row for each, ours first. */
  List<Row> rows() {
    return Stream.concat(Stream.of(ours()), RULES.stream().map(this::row)).toList();
  }

  /** As Markdown, with what each rule computes below. */
  public String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| | false positives |"
            + handicaps.stream().map(name -> " `" + name + "` |").collect(joining()));
    lines.add("|---|---|" + "---|".repeat(handicaps.size()));
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
        handicaps.stream()
            .map(handicap -> {
              List<JudgedComparison> against = JudgedComparison.against(handicap, all);
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
        handicaps.stream()
            .map(handicap ->
                share(
                    rule,
                    JudgedComparison.against(handicap, all),
                    ExpectedEffect.of(handicap)::holds))
            .toList());
  }

  /** In how many it alarms at such a change, of those it can judge. */
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
}
