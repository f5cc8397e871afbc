package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.ChangeJudge.HostDrift;
import loomwatch.judge.verdict.ChangeJudge.JudgedChange;
import loomwatch.judge.verdict.Finding.Worse;
import loomwatch.judge.verdict.LimitRule.BaseLimits;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeasuredMean;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Judges a record against the thresholds: ceilings on each mode's mean and limits on virtual ÷
 * platform, for valid launches of {@code head}, and in a comparison also the changes from {@code
 * base}. Launches are the unit of analysis. Rules {@link Verdict#RULE} and {@link
 * Verdict#RULE_OF_COMPARISONS}.
 *
 * <p>The verdict of the whole is the first of these that applies to the blocking lines:
 *
 * <ol>
 *   <li>regressed, if one is, or a changed method blocks: invalid launches elsewhere do not
 *       invalidate it;
 *   <li>invalid, if one is, or there is no valid launch, or head failed by itself where base did
 *       not ({@link Failures}): the measurement must be fixed before more launches help;
 *   <li>inconclusive, if one is, or every blocking limit became informational: more launches help;
 *   <li>improved, if one is;
 *   <li>pass.
 * </ol>
 */
public final class Judge {
  private Judge() {}

  /** Judges a record; the same record and thresholds give the same verdict. */
  public static Verdict judge(MeasurementRecord record, Thresholds thresholds) {
    return judge(record, thresholds, NoiseFloors.NONE);
  }

  /**
   * Judges a record and adds the host's noise floors. A regression becomes inconclusive on a host
   * with more false positives than chance explains.
   */
  public static Verdict judge(MeasurementRecord record, Thresholds thresholds, NoiseFloors floors) {
    VariantLaunches head = new VariantLaunches(record, Side.HEAD);
    Optional<ComparisonContext> comparing = ComparisonContext.of(record, head, thresholds);
    Failures failures = comparing.map(ComparisonContext::failures).orElse(new Failures(head, null));
    List<MetricVerdict> lines = lines(head, thresholds, comparing, failures);
    List<MetricVerdict> reduced =
        lines.stream().filter(line -> !line.gate() && wasToGate(line, thresholds)).toList();
    List<String> invalid = new ArrayList<>(head.invalidLines());
    List<String> discarded = failures.discarded();
    comparing.ifPresent(comparison -> {
      invalid.addAll(discarded);
      invalid.addAll(comparison.discarded());
    });
    boolean incomplete = !discarded.isEmpty() || !head.anyValid();
    List<MethodChange> methods =
        MethodChange.of(
            record,
            thresholds.changedMethods(),
            comparing.map(ComparisonContext::alpha).orElse(0.0));
    Outcome whole =
        methods.stream().anyMatch(MethodChange::gate)
            ? Outcome.REGRESSED
            : whole(incomplete, lines, reduced);
    Verdict verdict =
        new Verdict(
            Verdict.SCHEMA,
            whole,
            comparing.isPresent() ? Verdict.RULE_OF_COMPARISONS : Verdict.RULE,
            record.id(),
            record.fingerprint(),
            invalid,
            warnings(record, thresholds, head, comparing, lines, reduced),
            lines.stream().map(floors::beside).toList(),
            new Verdict.Inputs(
                StoredRecord.of(record).sha256(), thresholds.digest(), floors.digest()),
            comparing.map(ComparisonContext::compared).orElse(null),
            methods,
            Optional.empty());
    List<MetricVerdict> rest =
        lines.stream().filter(line -> line.verdict() != Outcome.REGRESSED).toList();
    return Demotion.of(verdict, floors, whole(incomplete, rest, reduced));
  }

  private static List<String> warnings(
      MeasurementRecord record,
      Thresholds thresholds,
      VariantLaunches head,
      Optional<ComparisonContext> comparing,
      List<MetricVerdict> lines,
      List<MetricVerdict> reduced) {
    List<String> warnings = new ArrayList<>(record.warnings());
    comparing.flatMap(ComparisonContext::moved).ifPresent(moved -> warnings.add(moved.sentence()));
    UnjudgedLimits.warning(head, thresholds).ifPresent(warnings::add);
    reduced.forEach(line ->
        warnings.add(name(line) + " was to be blocking and is informational: " + because(line)));
    lines.stream()
        .filter(line -> line.gate() && line.limitIsInherited() && limitWasToGate(line, thresholds))
        .forEach(line ->
            warnings.add("the limit on " + name(line) + " is informational: " + because(line)));
    boolean guarded =
        lines.stream()
                .anyMatch(line ->
                    toleranceGates(line, thresholds) || line.metric().isExact() && line.gate())
            || thresholds.changedMethods().isPresent();
    if (comparing.isPresent() && !guarded) {
      warnings.add("no blocking tolerance applies: this comparison cannot fail");
    }
    comparing.ifPresent(comparison ->
        lines.stream()
            .filter(line -> !line.metric().repeats() && toleranceGates(line, thresholds))
            .filter(line -> !line.gate() && cannotFail(line, comparison.base(), head))
            .forEach(
                line -> warnings.add(name(line) + " cannot fail this build: " + ofChange(line))));
    if (reduced.isEmpty() && !guarded && lines.stream().noneMatch(MetricVerdict::gate)) {
      warnings.add("no blocking limit applies: this run cannot fail");
    }
    return warnings;
  }

  private static List<MetricVerdict> lines(
      VariantLaunches head,
      Thresholds thresholds,
      Optional<ComparisonContext> comparing,
      Failures failures) {
    BaseLimits base =
        new BaseLimits(
            comparing.map(ComparisonContext::base).orElse(null),
            head,
            comparing.map(ComparisonContext::alpha).orElse(0.0)
                / Math.max(1, absoluteLimits(head, thresholds)));
    LimitJudge limits = new LimitJudge(head, base, thresholds, failures);
    List<MetricVerdict> lines = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        for (JudgedMode mode : JudgedMode.values()) {
          Optional<MetricVerdict> ofHead =
              mode.single()
                  .map(single -> limits.judge(scenario, single, metric))
                  .orElseGet(() -> limits.judgeRatio(scenario, metric));
          comparing
              .flatMap(c -> c.line(ofHead, new MetricKey(scenario, mode, metric)))
              .or(() -> ofHead)
              .ifPresent(lines::add);
        }
      }
    }
    return List.copyOf(lines);
  }

  /** Returns the number of blocking absolute limits on these scenarios. */
  private static long absoluteLimits(VariantLaunches head, Thresholds thresholds) {
    return thresholds.limits().stream()
        .filter(limit -> limit.gates() && !(limit instanceof Tolerance))
        .filter(limit -> head.scenarios().stream().anyMatch(limit.terms()::covers))
        .count();
  }

  private static Outcome whole(
      boolean incomplete, List<MetricVerdict> lines, List<MetricVerdict> reduced) {
    List<Outcome> gating = new ArrayList<>();
    for (MetricVerdict line : lines) {
      if (line.gate() && line.verdict() != null) {
        gating.add(line.verdict());
      }
    }
    if (gating.contains(Outcome.REGRESSED)) {
      return Outcome.REGRESSED;
    }
    if (gating.contains(Outcome.INVALID) || incomplete) {
      return Outcome.INVALID;
    }
    if (gating.contains(Outcome.INCONCLUSIVE) || gating.isEmpty() && !reduced.isEmpty()) {
      return Outcome.INCONCLUSIVE;
    }
    return gating.contains(Outcome.IMPROVED) ? Outcome.IMPROVED : Outcome.PASS;
  }

  private static boolean wasToGate(MetricVerdict line, Thresholds thresholds) {
    return limitWasToGate(line, thresholds)
        || line.mode() == JudgedMode.RATIO
            && thresholds.ratio(line.scenario(), line.metric()).filter(Limit::gates).isPresent()
        || line.metric().repeats() && toleranceGates(line, thresholds);
  }

  private static boolean limitWasToGate(MetricVerdict line, Thresholds thresholds) {
    return line.mode()
        .single()
        .flatMap(mode -> thresholds.ceiling(line.scenario(), mode, line.metric()))
        .filter(Limit::gates)
        .isPresent();
  }

  /** Returns whether the thresholds make the line's tolerance blocking. */
  private static boolean toleranceGates(MetricVerdict line, Thresholds thresholds) {
    return line.change().isPresent()
        && line.mode()
            .single()
            .flatMap(mode -> thresholds.tolerance(line.scenario(), mode, line.metric()))
            .filter(Limit::gates)
            .isPresent();
  }

  /** Returns whether a noisy metric that a variant measures cannot fail, so needs a warning. */
  private static boolean cannotFail(
      MetricVerdict line, VariantLaunches base, VariantLaunches head) {
    return line.isOfFewRequests()
        || line.change()
            .flatMap(Change::found)
            .filter(found ->
                found.finding() instanceof Finding.NoPair
                        && isMeasured(line, base) != isMeasured(line, head)
                    || found.finding() instanceof Finding.SometimesZero)
            .isPresent();
  }

  private static boolean isMeasured(MetricVerdict line, VariantLaunches variant) {
    return line.mode()
        .single()
        .filter(mode -> !variant.measuring(line.scenario(), mode, line.metric()).isEmpty())
        .isPresent();
  }

  private static String ofChange(MetricVerdict line) {
    return line.isOfFewRequests()
        ? because(line)
        : line.change().flatMap(Change::found).map(LimitResult::reason).orElseGet(line::reason);
  }

  private static String because(MetricVerdict line) {
    return line.limitIsInherited()
        ? line.ofLimit().map(LimitResult::reason).orElseGet(line::reason)
        : "see its doubts";
  }

  private static String name(MetricVerdict line) {
    return line.scenario() + " " + line.mode().label() + " " + line.metric().label();
  }

  /**
   * The part of judging that needs two variants.
   *
   * @param failures launches of head that failed where base's did not
   * @param moved change of the host's speed between the variants, if any
   * @param discarded one line for each rule that each discarded launch of base violated
   */
  record ComparisonContext(
      VariantLaunches base,
      ChangeJudge changes,
      Failures failures,
      Verdict.Compared compared,
      Optional<HostDrift> moved,
      List<String> discarded) {
    private static final List<Outcome> WORST_FIRST =
        List.of(
            Outcome.REGRESSED,
            Outcome.INVALID,
            Outcome.INCONCLUSIVE,
            Outcome.IMPROVED,
            Outcome.PASS);

    /** Returns empty for a record of head alone. */
    static Optional<ComparisonContext> of(
        MeasurementRecord record, VariantLaunches head, Thresholds thresholds) {
      Comparison comparison = record.comparison();
      if (comparison == null) {
        return Optional.empty();
      }
      VariantLaunches base = new VariantLaunches(record, Side.BASE);
      Optional<HostDrift> moved = HostDrift.between(base, head);
      int rounds = record.launches().stream().mapToInt(Launch::round).max().orElse(0);
      Optional<Look> look = comparison.lookAt(rounds);
      Failures failures = new Failures(head, base);
      return Optional.of(
          new ComparisonContext(
              base,
              new ChangeJudge(
                  base, head, failures, new ChangeJudge.Context(thresholds, look, moved)),
              failures,
              compared(comparison, rounds, look),
              moved,
              base.invalidLines().stream().map(line -> "base " + line).toList()));
    }

    /** Returns the level of the interim analysis that was reached; 0 before the first. */
    double alpha() {
      return Objects.requireNonNullElse(compared.alpha(), 0.0);
    }

    private static Verdict.Compared compared(
        Comparison comparison, int rounds, Optional<Look> look) {
      @Nullable Double alpha = look.map(Look::alpha).orElse(null);
      return new Verdict.Compared(
          comparison.spec(Side.BASE),
          comparison.spec(Side.HEAD),
          comparison.sameService(),
          rounds,
          alpha,
          comparison.leftOut());
    }

    /**
     * Returns the line of head with its change, or empty without a change. If the line has both an
     * absolute limit and a tolerance, the blocking one decides, or else the worse result.
     */
    Optional<MetricVerdict> line(Optional<MetricVerdict> ofHead, MetricKey key) {
      return changes
          .of(key)
          .map(judged ->
              combined(
                  ofHead.orElseGet(() ->
                      MetricVerdict.of(
                          key, MeasuredMean.NOTHING, LimitRuling.none("not measured"))),
                  judged));
    }

    private static MetricVerdict combined(MetricVerdict line, JudgedChange judged) {
      return line.with(
          ruling(line.ruling(), judged.ruling()),
          line.ruling() instanceof LimitResult limit ? Optional.of(limit) : Optional.empty(),
          Optional.of(judged.change()),
          Stream.concat(line.doubts().stream(), judged.doubts().stream()).distinct().toList());
    }

    private static Ruling ruling(Ruling limit, Ruling change) {
      if (limit instanceof LimitResult ofLimit && change instanceof LimitResult ofChange) {
        return limitDecides(ofLimit, ofChange) ? both(ofLimit, ofChange) : both(ofChange, ofLimit);
      }
      return limit instanceof LimitResult ? limit : change;
    }

    private static boolean limitDecides(LimitResult limit, LimitResult change) {
      return limit.gate() == change.gate()
          ? WORST_FIRST.indexOf(limit.verdict()) < WORST_FIRST.indexOf(change.verdict())
          : limit.gate();
    }

    private static LimitResult both(LimitResult decides, LimitResult other) {
      return new LimitResult(
          new Finding.Both(decides.finding(), other.finding()), decides.gate(), decides.why());
    }
  }

  /** Finds limits on scenarios and modes that are not part of this run; they do not fail it. */
  static final class UnjudgedLimits {
    private UnjudgedLimits() {}

    /** Returns one warning for all of them, if any. Limits for {@code "*"} do not count. */
    static Optional<String> warning(VariantLaunches launches, Thresholds thresholds) {
      Set<String> absent = new TreeSet<>();
      int count = 0;
      for (Limit limit : thresholds.limits()) {
        List<String> missing =
            modes(limit)
                .filter(mode -> !ran(limit.terms(), mode, launches))
                .map(mode -> name(limit, mode, launches))
                .toList();
        if (limit.terms().scope() == Scope.NAMED && !missing.isEmpty()) {
          count++;
          absent.addAll(missing);
        }
      }
      return count == 0
          ? Optional.empty()
          : Optional.of(
              Plural.count(count, "limit")
                  + (count == 1 ? " was" : " were")
                  + " not judged; not part of this run: "
                  + String.join(", ", absent));
    }

    private static boolean ran(Limit.Terms terms, Mode mode, VariantLaunches launches) {
      return launches.ran(terms.scenario(), mode)
          || launches.scenarios().stream()
              .anyMatch(each -> terms.covers(each) && launches.ran(each, mode));
    }

    private static Stream<Mode> modes(Limit limit) {
      return switch (limit) {
        case Ceiling ceiling -> Stream.of(ceiling.mode());
        case RatioLimit ratio -> Stream.of(Mode.values());
        case Tolerance tolerance -> Stream.empty();
      };
    }

    private static String name(Limit limit, Mode mode, VariantLaunches launches) {
      String scenario = limit.terms().scenario();
      return launches.scenarios().contains(scenario)
          ? scenario + " in " + mode.label() + " mode"
          : scenario;
    }
  }

  /**
   * Makes regressions informational on a host with more false positives than chance explains: the
   * whole is inconclusive, or invalid if something else is. Findings that do not compare sizes stay
   * blocking: limits on head alone, and head's own failures.
   */
  static final class Demotion {
    private Demotion() {}

    /**
     * Returns the verdict for such a host, or the same verdict on a reliable one.
     *
     * @param rest verdict of the whole without regressions
     */
    static Verdict of(Verdict verdict, NoiseFloors floors, Outcome rest) {
      if (floors.distrust() == null
          || verdict.verdict() != Outcome.REGRESSED
          || verdict.comparison() == null
          || !verdict.metrics().stream().filter(Demotion::decided).allMatch(Demotion::bySize)) {
        return verdict;
      }
      List<String> warnings = new ArrayList<>(verdict.warnings());
      warnings.add("regressions here are informational: " + floors.distrust());
      return new Verdict(
          verdict.schema(),
          rest == Outcome.INVALID ? rest : Outcome.INCONCLUSIVE,
          verdict.rule(),
          verdict.recordId(),
          verdict.fingerprint(),
          verdict.invalid(),
          warnings,
          verdict.metrics(),
          verdict.inputs(),
          verdict.comparison(),
          verdict.methods(),
          verdict.causes());
    }

    private static boolean decided(MetricVerdict line) {
      return line.gate() && line.verdict() == Outcome.REGRESSED;
    }

    /** Returns whether the line regressed by the size of its change alone. */
    private static boolean bySize(MetricVerdict line) {
      return line.ofLimit().filter(Demotion::breaks).isEmpty()
          && line.change()
              .flatMap(Change::found)
              .filter(found -> found.finding() instanceof Worse)
              .isPresent();
    }

    private static boolean breaks(LimitResult limit) {
      return limit.gate() && limit.verdict() == Outcome.REGRESSED;
    }
  }
}
