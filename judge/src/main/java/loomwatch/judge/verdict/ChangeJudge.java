package loomwatch.judge.verdict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.Holm;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.PairedChange.Means;
import loomwatch.results.Comparison.Look;
import loomwatch.results.Metric;

/**
 * Every change of a comparison, judged. Those that can fail a build are one family: the chance that
 * even one of them is called regressed by mistake is the look's α. Those that inform are another,
 * and the contrasts a third, so that looking at them costs the first nothing.
 */
final class ChangeJudge {
  private static final String WHY_EVENTS =
      "What a request should not meet is judged by its number, without a limit in thresholds.yaml.";

  private final Map<ChangeKey, JudgedChange> byKey = new HashMap<>();

  /**
   * A change and what the policy says to it.
   *
   * @param ruling without a verdict where there is no tolerance
   */
  record JudgedChange(Change change, Ruling ruling, List<String> doubts) {}

  /** What judging needs besides the launches of base and head. */
  record Context(Thresholds thresholds, Optional<Look> look, Optional<HostDrift> moved) {

    /** What of a metric's change may be the host's, on the log scale. */
    double drift(Metric metric) {
      return metric.unit().isOfSpeed() ? moved.map(HostDrift::drift).orElse(0.0) : 0;
    }
  }

  ChangeJudge(ArmLaunches base, ArmLaunches head, Context context) {
    Failures failures = new Failures(head, base);
    ChangeFamilies rows = new ChangeFamilies(base, head, context.thresholds());
    judge(rows.thatCanFail(), failures, EventCounts.of(base, head), context);
    judge(rows.informing(), failures, List.of(), context);
    rows.withoutTolerance().forEach(row -> keep(row, new ChangeAssessment.Untested(), 1, context));
    List<PairedChange> contrasts = rows.ofContrasts();
    contrasts.stream()
        .filter(row -> row.interval().isEmpty())
        .forEach(row -> keep(row, new ChangeAssessment.Untested(), 1, context));
    differing(contrasts.stream().filter(row -> row.interval().isPresent()).toList(), context);
  }

  Optional<JudgedChange> of(ChangeKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  private void judge(
      List<PairedChange> rows, Failures failures, List<EventCounts> counted, Context context) {
    Family family = new Family(rows, failures, counted);
    counted.forEach(row -> byKey.put(row.key(), judged(row, family, context.look())));
    for (PairedChange row : rows) {
      row.tolerance()
          .ifPresent(tolerance -> {
            Judging judging = judging(row, tolerance, context, family);
            Finding finding = judging.despite(failures, family.failing(row));
            PolicyResult found =
                new PolicyResult(finding, row.decidesBy(finding), tolerance.terms().why());
            ChangeAssessment standing =
                new ChangeAssessment.Judged(
                    100 * tolerance.fraction(),
                    family.tested(row),
                    found,
                    row.canFail()
                        && finding.outcome() != Outcome.REGRESSED
                        && judging.suspects(failures));
            byKey.put(
                row.key(),
                new JudgedChange(
                    change(row, standing, family.size(), context), found, row.doubts()));
          });
    }
  }

  private static JudgedChange judged(EventCounts row, Family family, Optional<Look> look) {
    Finding finding =
        look.map(reached -> row.judge(family.more(row), reached.alpha()))
            .orElseGet(Finding.TooEarly::new);
    PolicyResult found = new PolicyResult(finding, true, WHY_EVENTS);
    boolean suspected = finding.outcome() != Outcome.REGRESSED && row.suspects();
    return new JudgedChange(
        new Change(
            Math.min(row.base().size(), row.head().size()),
            new Size.NoRatio(row.ofBase().share(), row.ofHead().share()),
            new ChangeAssessment.Judged(
                100 * EventCounts.FORGIVEN, Optional.empty(), found, suspected),
            OptionalDouble.empty()),
        found,
        List.of());
  }

  /**
   * One change on its way to a finding.
   *
   * @param alone what the launches that count show
   * @param worse whether they show a change that more blocks may prove
   */
  private record Judging(PairedChange row, Optional<Look> look, Finding alone, boolean worse) {

    /** What it comes to when head's launches failed where base's did not. */
    Finding despite(Failures failures, double p) {
      List<DiscardedLaunch> failed = failures.of(row.key().scenario(), row.mode());
      if (failed.isEmpty() || alone.outcome() == Outcome.REGRESSED) {
        return alone;
      }
      return look.filter(reached -> p <= reached.alpha())
          .<Finding>map(reached -> new Finding.Failing(failed, p, reached.alpha()))
          .orElseGet(() -> new Finding.Survivors(failed));
    }

    /** A head that fails alone may be caught failing more often. */
    boolean suspects(Failures failures) {
      return worse || !failures.of(row.key().scenario(), row.mode()).isEmpty();
    }
  }

  private static Judging judging(
      PairedChange row, Tolerance tolerance, Context context, Family family) {
    Optional<Look> look = context.look();
    Optional<Finding> none = row.noRatio();
    if (none.isPresent() && (look.isPresent() || none.get().outcome() != Outcome.PASS)) {
      return new Judging(row, look, none.get(), false);
    }
    if (look.isEmpty()) {
      return new Judging(row, look, new Finding.TooEarly(), false);
    }
    Optional<MeanInterval> interval = row.interval();
    if (interval.isEmpty()) {
      return new Judging(
          row,
          look,
          new Finding.NoInterval(row.differences().pairs(), tolerance.fraction()),
          false);
    }
    Metric metric = row.key().metric();
    ChangeRule rule =
        new ChangeRule(
            look.get().alpha(), tolerance.fraction(), metric.direction(), context.drift(metric));
    MeanInterval logs = interval.get();
    return new Judging(
        row, look, rule.judge(logs, family.tested(row).orElseThrow()), rule.suspects(logs));
  }

  /** Tests for a change either way. */
  private void differing(List<PairedChange> rows, Context context) {
    double[] adjusted =
        Holm.adjust(
            rows.stream()
                .flatMap(row -> row.interval().stream())
                .mapToDouble(MeanInterval::pOfEither)
                .toArray());
    for (int i = 0; i < adjusted.length; i++) {
      keep(rows.get(i), new ChangeAssessment.TwoSided(adjusted[i]), 2 * adjusted.length, context);
    }
  }

  /** One that the policy is silent about. */
  private void keep(PairedChange row, ChangeAssessment standing, int family, Context context) {
    String silence = row.noRatio().map(Finding::sentence).orElse("no tolerance in thresholds.yaml");
    byKey.put(
        row.key(),
        new JudgedChange(
            change(row, standing, family, context), new Ruling.Silent(silence), row.doubts()));
  }

  private static Change change(
      PairedChange row, ChangeAssessment standing, int family, Context context) {
    return new Change(
        row.differences().pairs(), size(row, family, context), standing, OptionalDouble.empty());
  }

  /** How large it is; what would have been seen of it depends on how many are judged together. */
  private static Size size(PairedChange row, int family, Context context) {
    if (row.means().isEmpty()) {
      return new Size.NoPair();
    }
    Means means = row.means().get();
    double[] differences = row.differences().values();
    double drift = context.drift(row.key().metric());
    return row.interval()
        .<Size>map(m ->
            new Size.SeveralPairs(
                means.base(),
                means.head(),
                Percent.of(m.mean()),
                new Interval(Percent.of(m.low() - drift), Percent.of(m.high() + drift)),
                context.look().stream()
                    .mapToDouble(look -> smallestPercent(m, look.alpha(), family))
                    .findFirst()))
        .orElseGet(() ->
            differences.length == 1
                ? new Size.OnePair(means.base(), means.head(), Percent.of(differences[0]))
                : new Size.NoRatio(means.base(), means.head()));
  }

  /**
   * The smallest change that would have been told from none with about 90 % power: its p must reach
   * the look's α beside the rest of its family, here by Bonferroni.
   *
   * @param logs log ratios of the pairs
   * @param alpha of the look
   * @param family how many are judged together
   */
  static double smallestPercent(MeanInterval logs, double alpha, int family) {
    return Percent.of(logs.smallestEffect(alpha / family));
  }
}
