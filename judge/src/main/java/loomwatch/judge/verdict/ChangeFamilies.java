package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PValues;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.ChangeFamilies.PairedChange;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/** Finds what changed where, and what is judged together, without judging it. */
final class ChangeFamilies {
  private final VariantLaunches base;
  private final VariantLaunches head;
  private final Thresholds thresholds;
  private final List<PairedChange> modes = new ArrayList<>();

  ChangeFamilies(VariantLaunches base, VariantLaunches head, Thresholds thresholds) {
    this.base = base;
    this.head = head;
    this.thresholds = thresholds;
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        if (!metric.isCounted()) {
          modes.addAll(ofModes(scenario, metric));
        }
      }
    }
  }

  /** Those of one mode each, in the order of reports. */
  List<PairedChange> ofModes() {
    return List.copyOf(modes);
  }

  /** Of how much more virtual changed than platform. */
  List<PairedChange> ofRatios() {
    List<PairedChange> ratios = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        if (!metric.isCounted()) {
          ofRatio(scenario, metric).ifPresent(ratios::add);
        }
      }
    }
    return ratios;
  }

  /** The family of those that can fail a build. */
  List<PairedChange> thatCanFail() {
    return modes.stream().filter(PairedChange::canFail).toList();
  }

  /** The family of all others with a tolerance, which inform. */
  List<PairedChange> informing() {
    return modes.stream().filter(row -> !row.canFail() && row.tolerance().isPresent()).toList();
  }

  /** Those that the thresholds are silent about, in no family. */
  List<PairedChange> withoutTolerance() {
    return modes.stream().filter(row -> row.tolerance().isEmpty()).toList();
  }

  /** How many are judged together with one that has a tolerance, itself included. */
  int familyOf(PairedChange row) {
    return (row.canFail() ? thatCanFail() : informing()).size();
  }

  /** The launches behind a row of one mode. */
  VariantPairs pairs(PairedChange row) {
    return pairs(row.key().scenario(), row.mode(), row.key().metric());
  }

  /** A row for each mode that was compared, or whose tolerance asks for it. */
  private List<PairedChange> ofModes(String scenario, Metric metric) {
    List<PairedChange> rows = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      VariantPairs pairs = pairs(scenario, mode, metric);
      Optional<Tolerance> tolerance = thresholds.tolerance(scenario, mode, metric);
      if (!pairs.isEmpty()
          || tolerance.filter(limit -> mustBeMeasured(limit, mode)).isPresent()
              && head.ran(scenario, mode)) {
        rows.add(PairedChange.of(MetricKey.of(scenario, mode, metric), pairs, tolerance));
      }
    }
    return rows;
  }

  /** What is limited everywhere is judged where a program reports it. */
  private boolean mustBeMeasured(Tolerance tolerance, Mode mode) {
    String scenario = tolerance.terms().scenario();
    Metric metric = tolerance.terms().metric();
    return tolerance.terms().scope() == Scope.NAMED
            && !(base.wasNotAskedFor(metric) && head.wasNotAskedFor(metric))
        || head.couldMeasure(scenario, metric)
            && !(base.isUnmeasurable(scenario, mode, metric)
                && head.isUnmeasurable(scenario, mode, metric));
  }

  /**
   * How much more virtual changed than platform: the difference of their log ratios, in the rounds
   * that have all four launches. Of what is next to nothing, or may be more than is known, there is
   * no virtual ÷ platform.
   */
  private Optional<PairedChange> ofRatio(String scenario, Metric metric) {
    VariantPairs platform = pairs(scenario, Mode.PLATFORM, metric);
    VariantPairs virtual = pairs(scenario, Mode.VIRTUAL, metric);
    Optional<PairedDifferences> ofPlatform = platform.logRatios();
    Optional<PairedDifferences> ofVirtual = virtual.logRatios();
    if (ofPlatform.isEmpty()
        || ofVirtual.isEmpty()
        || metric.beside() > 0
        || platform.anyBound()
        || virtual.anyBound()) {
      return Optional.empty();
    }
    List<Difference> more = new ArrayList<>();
    for (Difference ofRound : ofVirtual.get().all()) {
      ofPlatform.get().all().stream()
          .filter(other -> other.round() == ofRound.round())
          .forEach(other -> more.add(ofRound.minus(other)));
    }
    if (more.isEmpty()) {
      return Optional.empty();
    }
    Set<String> doubts = new LinkedHashSet<>(platform.doubts());
    doubts.addAll(virtual.doubts());
    return Optional.of(
        new PairedChange(
            new MetricKey(scenario, JudgedMode.RATIO, metric),
            Optional.of(ratios(platform, virtual)),
            new PairedDifferences(more),
            Optional.empty(),
            false,
            Optional.empty(),
            List.copyOf(doubts)));
  }

  private static PairedChange.Means ratios(VariantPairs platform, VariantPairs virtual) {
    return new PairedChange.Means(
        LaunchValues.level(virtual.baseValues()) / LaunchValues.level(platform.baseValues()),
        LaunchValues.level(virtual.headValues()) / LaunchValues.level(platform.headValues()));
  }

  private VariantPairs pairs(String scenario, Mode mode, Metric metric) {
    return VariantPairs.of(base, head, scenario, mode, metric);
  }

  /**
   * One metric's change before it is tested.
   *
   * @param means over the pairs; empty without one
   * @param differences log ratios by round, positive = worse; empty when there is no ratio
   * @param canFail whether it fails a build when it breaks the tolerance
   * @param noRatio what it means that there is none; empty when there is
   */
  record PairedChange(
      MetricKey key,
      Optional<Means> means,
      PairedDifferences differences,
      Optional<Tolerance> tolerance,
      boolean canFail,
      Optional<Finding> noRatio,
      List<String> doubts) {

    /**
     * No metric is taken to repeat better than a tenth of its tolerance: three launches may agree
     * by chance, and what never differs by more is of no interest.
     */
    private static final double LEAST_DEVIATION = 0.1;

    /** Levels of both variants. */
    record Means(double base, double head) {}

    static PairedChange of(MetricKey key, VariantPairs pairs, Optional<Tolerance> tolerance) {
      boolean canFail = tolerance.filter(Limit::gates).filter(pairs::mayGate).isPresent();
      List<String> doubts = List.copyOf(pairs.doubts());
      if (pairs.isEmpty()) {
        return new PairedChange(
            key,
            Optional.empty(),
            PairedDifferences.NONE,
            tolerance,
            canFail,
            Optional.of(new Finding.NoPair()),
            doubts);
      }
      Optional<PairedDifferences> logs = pairs.logRatios();
      return new PairedChange(
          key,
          Optional.of(
              new Means(
                  LaunchValues.level(pairs.baseValues()), LaunchValues.level(pairs.headValues()))),
          logs.orElse(PairedDifferences.NONE),
          tolerance,
          canFail,
          logs.isPresent()
              ? Optional.empty()
              : Optional.of(
                  pairs.allZero() ? new Finding.AlwaysZero() : new Finding.SometimesZero()),
          doubts);
    }

    /** The mean log ratio, of two rounds or more. */
    Optional<MeanInterval> interval() {
      double least =
          tolerance.map(limit -> LEAST_DEVIATION * Math.log1p(limit.fraction())).orElse(0.0);
      return differences.mean(least) instanceof Known<MeanInterval>(MeanInterval m)
          ? Optional.of(m)
          : Optional.empty();
    }

    /**
     * Whose launches it is of.
     *
     * @throws IllegalStateException for a ratio, which is of both
     */
    Mode mode() {
      return key.mode()
          .single()
          .orElseThrow(() -> new IllegalStateException("a ratio has no mode of its own"));
    }

    /**
     * Whether it decides the whole verdict: a noisy metric does where it is worse, or too early.
     */
    boolean decidesBy(Finding finding) {
      return canFail
          && (key.metric().repeats()
              || finding.outcome() == Outcome.REGRESSED
              || finding instanceof Finding.TooEarly);
    }
  }

  /**
   * Changes that are judged together: the chance that even one of them is called worse by mistake
   * is the look's α (Holm 1979), and the same of better. Where launches of a mode of a scenario
   * failed, requests did, or connections were closed, each is one more of them; what happened in
   * neither variant was unknown.
   */
  static final class Family {
    private final Map<PairedChange, Tested> tested = new HashMap<>();
    private final Map<Load, Double> failing = new HashMap<>();
    private final Map<EventCounts, Double> more = new HashMap<>();
    private final int size;

    private record Load(String scenario, Mode mode) {
      static Load of(PairedChange row) {
        return new Load(row.key().scenario(), row.mode());
      }
    }

    /** Rows without an interval are not tested. */
    Family(List<PairedChange> rows, Failures failures, List<EventCounts> events) {
      List<PairedChange> known = rows.stream().filter(row -> row.interval().isPresent()).toList();
      List<MeanInterval> intervals =
          known.stream().flatMap(row -> row.interval().stream()).toList();
      List<Load> loads =
          rows.stream()
              .map(Load::of)
              .distinct()
              .filter(load -> failures.any(load.scenario(), load.mode()))
              .toList();
      double[] worse =
          PValues.adjust(
              Stream.of(
                      intervals.stream().mapToDouble(MeanInterval::pOfMore),
                      loads.stream().mapToDouble(load -> failures.p(load.scenario(), load.mode())),
                      events.stream().mapToDouble(EventCounts::p))
                  .flatMapToDouble(p -> p)
                  .toArray());
      double[] better =
          PValues.adjust(intervals.stream().mapToDouble(MeanInterval::pOfLess).toArray());
      size = worse.length;
      int at = 0;
      for (PairedChange row : known) {
        tested.put(row, new Tested(worse[at], better[at]));
        at++;
      }
      for (Load load : loads) {
        failing.put(load, worse[at++]);
      }
      for (EventCounts row : events) {
        more.put(row, worse[at++]);
      }
    }

    /** How many are judged together; at least 1. */
    int size() {
      return Math.max(1, size);
    }

    /** Adjusted p that it is worse, and that it is better; nothing where it has no interval. */
    Optional<Tested> tested(PairedChange row) {
      return Optional.ofNullable(tested.get(row));
    }

    /** Adjusted p that it happens more often in head; of one of the family. */
    double more(EventCounts row) {
      return more.getOrDefault(row, 1.0);
    }

    /** Adjusted p that head's launches of that scenario and mode fail more often than base's. */
    double failing(PairedChange row) {
      return failing.getOrDefault(Load.of(row), 1.0);
    }
  }
}
