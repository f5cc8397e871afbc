package loomwatch.judge.verdict;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.SmallestEffect;
import loomwatch.judge.statistics.StepDownMaxT;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.judge.verdict.ChangeRow.Means;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Comparison.Look;
import loomwatch.results.Metric;

/**
 * Every change of a comparison, judged. Those that gate are one family: the chance that even one of
 * them is called regressed by mistake is the look's α. All others with a tolerance are another, and
 * the contrasts a third, so that looking at them costs the gate nothing. What gates when it is
 * worse decides where it is, at the second family's α, and never keeps a verdict open.
 */
final class Changes {
  private final Map<ChangeKey, JudgedChange> byKey = new HashMap<>();

  /**
   * A change and what the policy says to it.
   *
   * @param ruling without a verdict where there is no tolerance
   */
  record JudgedChange(Change change, Ruling ruling, List<String> doubts) {}

  /** What judging needs besides the launches of base and head. */
  record Context(
      Thresholds thresholds,
      Optional<Look> look,
      Optional<FourArms> fourArms,
      Optional<HostMoved> moved,
      long seed) {

    /** What of a metric's change may be the host's, on the log scale. */
    double drift(Metric metric) {
      return metric.unit().isOfSpeed() ? moved.map(HostMoved::drift).orElse(0.0) : 0;
    }
  }

  Changes(ArmLaunches base, ArmLaunches head, Context context) {
    Failures failures = new Failures(head, base);
    Rows rows = new Rows(base, head, context.thresholds());
    judge(rows.gating(), failures, context);
    judge(rows.notGating(), failures, context);
    rows.withoutTolerance().forEach(row -> keep(row, new Standing.Untested(), 1, context));
    List<ChangeRow> contrasts = rows.ofContrasts();
    Map<ChangeRow, Standing> tested = differing(contrasts, context);
    int eitherWay = 2 * contrasts.size();
    contrasts.forEach(
        row -> keep(row, tested.getOrDefault(row, new Standing.Untested()), eitherWay, context));
  }

  Optional<JudgedChange> of(ChangeKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  private void judge(List<ChangeRow> rows, Failures failures, Context context) {
    Family family = new Family(rows, failures, context);
    Attributing attributing = new Attributing(context.fourArms(), rows, context.seed());
    for (ChangeRow row : rows) {
      row.tolerance()
          .ifPresent(tolerance -> {
            List<DiscardedLaunch> failed = failures.of(row.key().scenario(), row.mode());
            Finding finding =
                despite(
                    failed, context, family.failing(row), finding(row, tolerance, context, family));
            Found found = new Found(finding, row.decidesBy(finding), tolerance.terms().why());
            Standing standing =
                new Standing.Judged(
                    100 * tolerance.fraction(),
                    family.tested(row),
                    found,
                    attributing.of(row.key()));
            byKey.put(
                row.key(),
                new JudgedChange(change(row, standing, rows.size(), context), found, row.doubts()));
          });
    }
  }

  /** What a finding comes to when head's launches failed where base's did not. */
  private static Finding despite(
      List<DiscardedLaunch> failed, Context context, OptionalDouble p, Finding finding) {
    if (failed.isEmpty() || finding.outcome() == Outcome.REGRESSED) {
      return finding;
    }
    return context
        .look()
        .filter(look -> p.isPresent() && p.getAsDouble() <= look.alpha())
        .<Finding>map(look -> new Finding.Failing(failed, p.orElseThrow(), look.alpha()))
        .orElseGet(() -> new Finding.Survivors(failed));
  }

  private static Finding finding(
      ChangeRow row, Tolerance tolerance, Context context, Family family) {
    if (row.noRatio().isPresent()) {
      Finding none = row.noRatio().get();
      return context.look().isEmpty() && none.outcome() == Outcome.PASS
          ? new Finding.FewZeros()
          : none;
    }
    Optional<Tested> tested = family.tested(row);
    if (tested.isEmpty() || context.look().isEmpty()) {
      return new Finding.TooEarly();
    }
    Metric metric = row.key().metric();
    return new ChangeRule(
            context.look().get().alpha(),
            tolerance.fraction(),
            metric.direction(),
            context.drift(metric))
        .judge(row.logs(), tested.get(), row.minority());
  }

  /** One that the policy is silent about. */
  private void keep(ChangeRow row, Standing standing, int family, Context context) {
    String silence = row.noRatio().map(Finding::sentence).orElse("no tolerance in thresholds.yaml");
    byKey.put(
        row.key(),
        new JudgedChange(
            change(row, standing, family, context), new Ruling.Silent(silence), row.doubts()));
  }

  private static Change change(ChangeRow row, Standing standing, int family, Context context) {
    return new Change(
        row.differences().pairs(), size(row, family, context), standing, OptionalDouble.empty());
  }

  /** How large it is; what would have been seen of it depends on how many are judged together. */
  private static Size size(ChangeRow row, int family, Context context) {
    if (row.means().isEmpty()) {
      return new Size.NoPair();
    }
    Means means = row.means().get();
    double[] differences = row.differences().values();
    double drift = context.drift(row.key().metric());
    return switch (row.logs()) {
      case Known<MeanInterval>(MeanInterval m) ->
          new Size.SeveralPairs(
              means.base(),
              means.head(),
              Percent.of(m.mean()),
              new Interval(Percent.of(m.low() - drift), Percent.of(m.high() + drift)),
              context
                  .look()
                  .map(look -> smallest(m.standardDeviation(), m.samples(), look.alpha(), family))
                  .orElseGet(OptionalDouble::empty));
      case Estimate.Inconclusive<MeanInterval> few ->
          differences.length == 1
              ? new Size.OnePair(means.base(), means.head(), Percent.of(differences[0]))
              : new Size.NoRatio(means.base(), means.head());
    };
  }

  /**
   * The smallest change that would have been told from none with about 90 % power: its p must reach
   * the look's α beside the rest of its family, here by Bonferroni. At the α of one metric alone it
   * was told in 38 to 65 % of simulated comparisons of six.
   *
   * @param deviation of the pairs' log ratios
   * @param alpha of the look
   * @param family how many are judged together
   */
  static OptionalDouble smallest(double deviation, int pairs, double alpha, int family) {
    return SmallestEffect.of(deviation, pairs, alpha / family)
            instanceof Known<Double>(Double effect)
        ? OptionalDouble.of(Percent.of(effect))
        : OptionalDouble.empty();
  }

  /** What the tests for a change either way come to. */
  private static Map<ChangeRow, Standing> differing(List<ChangeRow> rows, Context context) {
    List<Estimate<StepDownMaxT>> tests =
        StepDownMaxT.different(
            rows.stream().map(ChangeRow::differences).toList(), new Random(context.seed()));
    Map<ChangeRow, Standing> adjusted = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      if (tests.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT known)) {
        adjusted.put(rows.get(i), new Standing.TwoSided(known.adjusted()));
      }
    }
    return adjusted;
  }
}
