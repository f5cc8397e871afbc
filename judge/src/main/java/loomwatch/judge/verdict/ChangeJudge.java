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
import loomwatch.judge.verdict.ChangeFamilies.ExactChange;
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
 * Judges every change of a comparison. Blocking changes are one family: the probability that even
 * one of them is called regressed by mistake is at most the analysis' α. Informational changes are
 * a second family and ratios a third, so they do not reduce the power of the first.
 */
final class ChangeJudge {
  private static final String WHY_EVENTS =
      "What a request should not meet is judged by its number, without a limit in thresholds.yaml.";

  private final Map<MetricKey, JudgedChange> byKey = new HashMap<>();

  /** A judged change; the ruling has no verdict without a tolerance. */
  record JudgedChange(Change change, Ruling ruling, List<String> doubts) {}

  record Context(Thresholds thresholds, Optional<Look> look, Optional<HostDrift> moved) {

    /** Returns the part of a metric's change that may be due to the host, on the log scale. */
    double drift(Metric metric) {
      return metric.unit().isOfSpeed() ? moved.map(HostDrift::drift).orElse(0.0) : 0;
    }
  }

  ChangeJudge(VariantLaunches base, VariantLaunches head, Failures failures, Context context) {
    ChangeFamilies rows = new ChangeFamilies(base, head, context.thresholds());
    rows.ofCounts().forEach(row -> byKey.put(row.counts().key(), judged(row)));
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

  private static JudgedChange judged(ExactChange row) {
    ExactCounts counts = row.counts();
    LimitResult found = row.found();
    return new JudgedChange(
        new Change(
            counts.rounds(),
            new Size.NoRatio(counts.baseLevel(), counts.headLevel()),
            new ChangeAssessment.Judged(
                100 * row.allowed(),
                Optional.empty(),
                found,
                found.finding() instanceof Finding.TooEarly && found.gate()),
            OptionalDouble.empty()),
        found,
        List.of());
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
   * A change and its finding, before launch failures are considered.
   *
   * @param worse whether it suggests a regression that more rounds may prove
   */
  private record Judging(PairedChange row, Optional<Look> look, Finding alone, boolean worse) {

    /** Returns the finding after considering launches that failed in head only. */
    Finding despite(Failures failures, double p) {
      List<DiscardedLaunch> failed = failures.of(row.key().scenario(), row.mode());
      if (failed.isEmpty() || alone.outcome() == Outcome.REGRESSED) {
        return alone;
      }
      return look.filter(reached -> p <= reached.alpha())
          .<Finding>map(reached -> new Finding.Failing(failed, p, reached.alpha()))
          .orElseGet(() -> new Finding.Survivors(failed));
    }

    /** Returns whether more rounds may prove a regression, by size or by failing launches. */
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

  /** Tests ratios in both directions. */
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

  /** Stores a change without a tolerance. */
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

  /** Returns the size; the detectable effect depends on the family size. */
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
   * Returns the smallest change that would have been detected at α, adjusted for the family by
   * Bonferroni, with about 90 % power.
   */
  static double smallestPercent(MeanInterval logs, double alpha, int family) {
    return Percent.of(logs.smallestEffect(alpha / family));
  }

  /**
   * A change of the host's speed between variants, measured with the reference work. Times and
   * rates must exceed it to count as changed; bytes and counts do not depend on the speed.
   *
   * @param logs log ratio of the work's duration, head to base, over all rounds
   * @param p two-sided p of no change
   */
  record HostDrift(double logs, double p, int rounds) {
    /** Minimum change considered; smaller ones are well below tolerances. */
    static final double MOVE = 0.01;

    /** Two-sided level; together with {@link #MOVE}, false positives on a steady host are rare. */
    static final double ALPHA = 0.05;

    /** Returns the host's change of speed, or empty if there was none or it was not measured. */
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

    /** Returns the part of a change that may be due to the host, on the log scale; at least 0. */
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
   * Judges a change against its tolerance τ, on the log scale. The result is:
   *
   * <ul>
   *   <li>regressed, when the adjusted p of no change is at most the interim analysis' α and the
   *       estimate is at least τ. A true change below τ is called regressed when its estimate
   *       happens to reach τ, so τ is the smallest change that matters, not an allowance;
   *   <li>passed, when the upper one-sided bound at confidence 1 − α is below τ;
   *   <li>improved, the mirror image of regressed;
   *   <li>otherwise inconclusive.
   * </ul>
   *
   * @param alpha probability of a false positive at the last interim analysis reached; above 0,
   *     below 1
   * @param tolerance τ as a fraction, above 0
   * @param direction direction of the metric, for messages
   * @param drift part of the change that may be due to the host, on the log scale, at least 0; the
   *     interval must lie beyond it, and the bound of a pass that far below the tolerance
   */
  record ChangeRule(double alpha, double tolerance, Direction direction, double drift) {
    /** Unadjusted p below which a change that reaches its tolerance justifies more rounds. */
    static final double SUSPICION = 0.2;

    /**
     * Judges a change.
     *
     * @param m mean log ratio with its interval, positive = worse
     * @param tested adjusted p values
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

    /** Returns whether more rounds may prove a regression. */
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
      // At or above the tolerance, it regresses once distinguished from 0; below, it passes once
      // distinguished from the tolerance.
      double distance = m.mean() >= most ? m.mean() : most - m.mean();
      OptionalInt pairs = m.samplesToSeparate(distance, 1 - alpha);
      return new Finding.Inside(
          evidence, pairs.isPresent() ? Math.max(pairs.getAsInt(), m.samples() + 1) : 0);
    }
  }
}
