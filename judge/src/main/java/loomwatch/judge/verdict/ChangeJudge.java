package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PValues;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.ChangeFamilies.Family;
import loomwatch.judge.verdict.ChangeFamilies.PairedChange;
import loomwatch.judge.verdict.ChangeFamilies.PairedChange.Means;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.Finding.Evidence;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.judge.verdict.Sentences.Percent;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;

/**
 * Every change of a comparison, judged. Those that can fail a build are one family: the chance that
 * even one of them is called regressed by mistake is the look's α. Those that inform are another,
 * and the ratios a third, so that looking at them costs the first nothing.
 */
final class ChangeJudge {
  private static final String WHY_EVENTS =
      "What a request should not meet is judged by its number, without a limit in thresholds.yaml.";

  private final Map<MetricKey, JudgedChange> byKey = new HashMap<>();

  /**
   * A change and what the thresholds say to it.
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

  ChangeJudge(VariantLaunches base, VariantLaunches head, Failures failures, Context context) {
    ChangeFamilies rows = new ChangeFamilies(base, head, context.thresholds());
    judge(rows.thatCanFail(), failures, EventCounts.of(base, head), context);
    judge(rows.informing(), failures, List.of(), context);
    rows.withoutTolerance().forEach(row -> keep(row, new ChangeAssessment.Untested(), 1, context));
    List<PairedChange> ratios = rows.ofRatios();
    ratios.stream()
        .filter(row -> row.interval().isEmpty())
        .forEach(row -> keep(row, new ChangeAssessment.Untested(), 1, context));
    differing(ratios.stream().filter(row -> row.interval().isPresent()).toList(), context);
  }

  Optional<JudgedChange> of(MetricKey key) {
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
            LimitResult found =
                new LimitResult(finding, row.decidesBy(finding), tolerance.terms().why());
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
    LimitResult found = new LimitResult(finding, true, WHY_EVENTS);
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
   * @param worse whether they show a change that more rounds may prove
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
        PValues.adjust(
            rows.stream()
                .flatMap(row -> row.interval().stream())
                .mapToDouble(MeanInterval::pOfEither)
                .toArray());
    for (int i = 0; i < adjusted.length; i++) {
      keep(rows.get(i), new ChangeAssessment.TwoSided(adjusted[i]), 2 * adjusted.length, context);
    }
  }

  /** One that the thresholds are silent about. */
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
   * The smallest change that would have been distinguished from none with about 90 % power: its p
   * must reach the look's α beside the rest of its family, here by Bonferroni.
   */
  static double smallestPercent(MeanInterval logs, double alpha, int family) {
    return Percent.of(logs.smallestEffect(alpha / family));
  }

  /**
   * That the host was not the same for both variants of a comparison, as the control work showed
   * it. So much less is claimed of every time and rate; bytes and counts do not depend on the
   * host's speed.
   *
   * @param logs ln of how much longer the work took beside head, over all rounds
   * @param p of no move, either way
   */
  record HostDrift(double logs, double p, int rounds) {
    /** A smaller move would not mislead: tolerances are larger. */
    static final double MOVE = 0.01;

    /** Two-sided. With {@link #MOVE}, a steady host hardly ever gives a false positive. */
    static final double ALPHA = 0.05;

    /** How it moved; nothing when it did not, or was not measured. */
    static Optional<HostDrift> between(VariantLaunches base, VariantLaunches head) {
      Map<Integer, List<Difference>> byRound = new TreeMap<>();
      for (String scenario : head.scenarios()) {
        for (Mode mode : Mode.values()) {
          VariantPairs.of(base, head, scenario, mode, Metric.CONTROL)
              .logRatios()
              .orElse(PairedDifferences.NONE)
              .all()
              .forEach(difference ->
                  byRound
                      .computeIfAbsent(difference.round(), round -> new ArrayList<>())
                      .add(difference));
        }
      }
      PairedDifferences differences =
          new PairedDifferences(byRound.values().stream().map(Difference::mean).toList());
      return differences.mean(0) instanceof Known<MeanInterval>(MeanInterval mean)
              && mean.pOfEither() <= ALPHA
              && Math.abs(mean.mean()) >= MOVE
          ? Optional.of(new HostDrift(mean.mean(), mean.pOfEither(), mean.samples()))
          : Optional.empty();
    }

    /** What of a change may be the host's, on the log scale; at least 0. */
    double drift() {
      return Math.abs(logs);
    }

    String sentence() {
      return String.format(
          Locale.ROOT,
          "the same work on the server's CPUs took %+.1f %% with head (p %s over %s): the host"
              + " changed between the variants, and so much less is claimed of times and rates",
          100 * Math.expm1(logs),
          Sentences.shown(p),
          Plural.count(rounds, "round"));
    }
  }

  /**
   * A change against its tolerance τ, all on the log scale:
   *
   * <ul>
   *   <li>regressed, when the adjusted p that nothing changed is at most the interim analysis' α
   *       and the estimate at least τ: a change that is real and smaller than τ is called regressed
   *       when its estimate happens to reach τ, which is why τ is the least that matters and not
   *       the most that may pass;
   *   <li>passed, when the upper one-sided bound at confidence 1 − α is below τ: shown not to be
   *       worse by τ;
   *   <li>improved, the mirror image of regressed;
   *   <li>otherwise inconclusive.
   * </ul>
   *
   * @param alpha the chance of a false positive spent at the last look reached; above 0, below 1
   * @param tolerance τ as a fraction, above 0
   * @param direction of the metric, for the words
   * @param drift what of a change may be the host's, on the log scale: at least 0; the interval
   *     must lie beyond it, and the bound of a pass below the tolerance by it
   */
  record ChangeRule(double alpha, double tolerance, Direction direction, double drift) {
    /** A chance of less makes a change that reaches its tolerance worth more rounds. */
    static final double SUSPICION = 0.2;

    /**
     * The finding.
     *
     * @param m mean log ratio with its interval, positive = worse
     * @param tested adjusted p that it is worse, and that it is better
     */
    Finding judge(MeanInterval m, Tested tested) {
      Evidence evidence = new Evidence(m, tolerance, alpha, direction);
      double most = Math.log1p(tolerance);
      if (tested.worse() <= alpha && m.mean() >= most) {
        return m.low() > drift || drift == 0
            ? new Finding.Worse(evidence, tested.worse())
            : new Finding.WithinDrift(evidence, drift);
      }
      if (tested.better() <= alpha && -m.mean() >= most && (-m.high() > drift || drift == 0)) {
        return new Finding.Better(evidence, tested.better());
      }
      double bound = m.upper(1 - alpha);
      if (bound + drift < most) {
        return new Finding.Held(evidence, bound);
      }
      return bound < most
          ? new Finding.WithinDrift(evidence, drift)
          : undecided(evidence, most, tested.worse());
    }

    /** Whether more rounds may well show that it is worse. */
    boolean suspects(MeanInterval m) {
      return m.mean() >= Math.log1p(tolerance) && m.pOfMore() < SUSPICION;
    }

    private Finding undecided(Evidence evidence, double most, double worse) {
      MeanInterval m = evidence.logs();
      if (m.low() >= most) {
        return new Finding.Unproven(evidence, worse);
      }
      if (m.high() < most) {
        return new Finding.Unsure(evidence);
      }
      // At or beyond the tolerance it is regressed once it is distinguished from 0, before it a
      // pass once it
      // is distinguished from the tolerance.
      double distance = m.mean() >= most ? m.mean() : most - m.mean();
      OptionalInt pairs = m.samplesToSeparate(distance, 1 - alpha);
      return new Finding.Inside(
          evidence, pairs.isPresent() ? Math.max(pairs.getAsInt(), m.samples() + 1) : 0);
    }
  }
}
