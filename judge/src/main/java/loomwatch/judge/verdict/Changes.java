package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.SmallestEffect;
import loomwatch.judge.statistics.StepDownMaxT;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.judge.verdict.ChangeRow.Key;
import loomwatch.results.Comparison.Look;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Every change of a comparison, judged. Those that gate are one family: the chance that even one of
 * them is called regressed by mistake is the look's α. Those that inform are another, and the
 * contrasts a third, so that looking at them costs the gate nothing.
 */
final class Changes {
  private final Map<Key, Judged> byKey = new HashMap<>();

  /**
   * A change and what the policy says to it.
   *
   * @param ruling without a verdict where there is no tolerance
   */
  record Judged(Change change, Ruling ruling, List<String> doubts) {}

  /** What judging needs besides the launches of base and head. */
  record Terms(
      Thresholds thresholds, Optional<Look> look, Optional<FourArms> fourArms, long seed) {}

  Changes(ArmLaunches base, ArmLaunches head, Terms terms) {
    Failures failures = new Failures(head, base);
    Rows rows = new Rows(base, head, terms.thresholds());
    List<ChangeRow> modes = new ArrayList<>();
    List<ChangeRow> contrasts = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        modes.addAll(rows.ofModes(scenario, metric));
        rows.ofContrast(scenario, metric).ifPresent(contrasts::add);
      }
    }
    judge(modes.stream().filter(ChangeRow::gates).toList(), failures, terms);
    judge(
        modes.stream().filter(row -> !row.gates() && row.tolerance() != null).toList(),
        failures,
        terms);
    modes.stream().filter(row -> row.tolerance() == null).forEach(row -> keep(row, null, terms));
    Map<ChangeRow, Double> p = differing(contrasts, terms);
    contrasts.forEach(row -> keep(row, p.get(row), terms));
  }

  Optional<Judged> of(String scenario, JudgedMode mode, Metric metric) {
    return Optional.ofNullable(byKey.get(new Key(scenario, mode, metric)));
  }

  private void judge(List<ChangeRow> rows, Failures failures, Terms terms) {
    Family family = new Family(rows, failures, terms);
    Attributing attributing = new Attributing(terms.fourArms(), rows, terms.seed());
    for (ChangeRow row : rows) {
      Tolerance tolerance = row.tolerance();
      List<Launch> failed = failures.of(row.key().scenario(), row.mode());
      LimitRule.Finding finding =
          despite(failed, terms, family.failing(row), finding(row, terms, family));
      Ruling ruling =
          tolerance == null
              ? Ruling.none(finding.reason())
              : new Ruling(
                  null, row.gates(), finding.outcome(), finding.reason(), tolerance.terms().why());
      Tested tested =
          new Tested(family.worse(row), family.better(row), ruling.found(), rows.size());
      Change change = change(row, tested, terms).attributed(attributing.of(row.key()).orElse(null));
      byKey.put(row.key(), new Judged(change, ruling, row.doubts()));
    }
  }

  /** What a finding comes to when head's launches failed where base's did not. */
  private static LimitRule.Finding despite(
      List<Launch> failed, Terms terms, @Nullable Double p, LimitRule.Finding finding) {
    if (failed.isEmpty() || finding.outcome() == Outcome.REGRESSED) {
      return finding;
    }
    return terms
        .look()
        .filter(look -> p != null && p <= look.alpha())
        .map(look ->
            new LimitRule.Finding(
                Outcome.REGRESSED,
                Failures.inWords(failed)
                    + "; base did not in those blocks"
                    + ChangeRule.reaching(look, p == null ? 1 : p)))
        .orElseGet(() -> new LimitRule.Finding(Outcome.INVALID, Failures.spoils(failed)));
  }

  private static LimitRule.Finding finding(ChangeRow row, Terms terms, Family family) {
    ChangeRow.NoRatio none = row.noRatio();
    Tolerance tolerance = row.tolerance();
    Double worse = family.worse(row);
    Double better = family.better(row);
    if (none != null) {
      return new LimitRule.Finding(none.outcome(), none.reason());
    }
    if (worse == null || better == null || tolerance == null || terms.look().isEmpty()) {
      return new LimitRule.Finding(
          Outcome.INCONCLUSIVE, "too few blocks: not even the first look was reached");
    }
    return new ChangeRule(terms.look().get(), tolerance.fraction())
        .judge(row.logs(), worse, better);
  }

  private void keep(ChangeRow row, @Nullable Double p, Terms terms) {
    ChangeRow.NoRatio none = row.noRatio();
    Ruling ruling = Ruling.none(none == null ? "no tolerance in thresholds.yaml" : none.reason());
    Tested tested = new Tested(p, null, null, 1);
    byKey.put(row.key(), new Judged(change(row, tested, terms), ruling, row.doubts()));
  }

  /** What a row's tests and its tolerance came to, among so many judged together. */
  private record Tested(
      @Nullable Double p, @Nullable Double pBetter, @Nullable Found found, int family) {}

  private static Change change(ChangeRow row, Tested tested, Terms terms) {
    Tolerance tolerance = row.tolerance();
    Double tolerated = tolerance == null ? null : 100 * tolerance.fraction();
    int pairs = row.differences().pairs();
    return switch (row.logs()) {
      case Known<MeanInterval>(MeanInterval m) ->
          new Change(
              row.base(),
              row.head(),
              pairs,
              Percent.of(m.mean()),
              new Interval(Percent.of(m.low()), Percent.of(m.high())),
              tolerated,
              tested.p(),
              tested.pBetter(),
              smallest(m, terms, tested.family()),
              tested.found(),
              null,
              null);
      case Estimate.Inconclusive<MeanInterval> few ->
          new Change(
              row.base(),
              row.head(),
              pairs,
              pairs == 1 ? Percent.of(row.differences().values()[0]) : null,
              null,
              tolerated,
              tested.p(),
              tested.pBetter(),
              null,
              tested.found(),
              null,
              null);
    };
  }

  /**
   * The smallest change that would have been told from none with about 90 % power: its p must reach
   * the look's α beside the rest of its family, here by Bonferroni. At the α of one metric alone it
   * was told in 38 to 65 % of simulated comparisons of six.
   */
  private static @Nullable Double smallest(MeanInterval m, Terms terms, int family) {
    if (terms.look().isEmpty()) {
      return null;
    }
    double alpha = terms.look().get().alpha() / family;
    return SmallestEffect.of(m.standardDeviation(), m.samples(), alpha)
            instanceof Known<Double>(Double effect)
        ? Percent.of(effect)
        : null;
  }

  /** Adjusted p of a change either way. */
  private static Map<ChangeRow, Double> differing(List<ChangeRow> rows, Terms terms) {
    List<Estimate<StepDownMaxT>> tests =
        StepDownMaxT.different(
            rows.stream().map(ChangeRow::differences).toList(), new Random(terms.seed()));
    Map<ChangeRow, Double> adjusted = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      if (tests.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT known)) {
        adjusted.put(rows.get(i), known.adjusted());
      }
    }
    return adjusted;
  }
}
