package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.ChangeFamilies.PairedChange;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;

/** Collects the changes of a comparison and groups them into families that are judged together. */
final class ChangeFamilies {
  private static final String WHY =
      "Equal requests do equal work: what grew is judged without a limit in thresholds.yaml.";

  private static final double OF_VARYING_COUNT = 0.1;

  /** A page may say a little more. */
  private static final double OF_RESPONSES = 0.1;

  /** How often a lock is waited for depends on the host too. */
  private static final double OF_LOCKS = 1;

  private static final Position NOWHERE = new Position("", 1, 1);

  private final VariantLaunches base;
  private final VariantLaunches head;
  private final Thresholds thresholds;
  private final List<PairedChange> modes = new ArrayList<>();
  private final Map<MetricKey, ExactChange> exact = new LinkedHashMap<>();

  ChangeFamilies(VariantLaunches base, VariantLaunches head, Thresholds thresholds) {
    this.base = base;
    this.head = head;
    this.thresholds = thresholds;
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        for (Mode mode : Mode.values()) {
          ofCounts(scenario, mode, metric)
              .ifPresent(change -> exact.put(change.counts().key(), change));
        }
      }
    }
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        if (!metric.isCounted()) {
          modes.addAll(ofModes(scenario, metric));
        }
      }
    }
  }

  /** Returns the changes of single modes, in the order of reports. */
  List<PairedChange> ofModes() {
    return List.copyOf(modes);
  }

  /** Returns the changes of exact counts, which need no test and are in no family. */
  List<ExactChange> ofCounts() {
    return List.copyOf(exact.values());
  }

  private Optional<ExactChange> ofCounts(String scenario, Mode mode, Metric metric) {
    Mode other = mode == Mode.PLATFORM ? Mode.VIRTUAL : Mode.PLATFORM;
    Optional<Tolerance> tolerance = thresholds.tolerance(scenario, mode, metric);
    double allowed =
        tolerance
            .map(Tolerance::fraction)
            .orElse(metric == Metric.RESPONSE_BYTES ? OF_RESPONSES : 0);
    return ExactCounts.of(base, head, scenario, mode, metric)
        .flatMap(counts ->
            counts
                .judge(ExactCounts.of(base, head, scenario, other, metric), allowed)
                .map(finding ->
                    new ExactChange(
                        counts,
                        allowed,
                        new LimitResult(
                            finding,
                            tolerance.map(Limit::gates).orElse(true),
                            tolerance.map(limit -> limit.terms().why()).orElse(WHY)))));
  }

  /**
   * A change of an exact count.
   *
   * @param allowed growth, as a share of base
   */
  record ExactChange(ExactCounts counts, double allowed, LimitResult found) {}

  /** Returns the changes of virtual ÷ platform. */
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

  /** Returns the family of blocking changes. */
  List<PairedChange> thatCanFail() {
    return modes.stream().filter(PairedChange::canFail).toList();
  }

  /** Returns the family of informational changes with a tolerance. */
  List<PairedChange> informing() {
    return modes.stream().filter(row -> !row.canFail() && row.tolerance().isPresent()).toList();
  }

  /** Returns the changes without a tolerance, which are in no family. */
  List<PairedChange> withoutTolerance() {
    return modes.stream().filter(row -> row.tolerance().isEmpty()).toList();
  }

  /** Returns the family size of a change with a tolerance. */
  int familyOf(PairedChange row) {
    return (row.canFail() ? thatCanFail() : informing()).size();
  }

  /** Returns the launches of a change of one mode. */
  VariantPairs pairs(PairedChange row) {
    return pairs(row.key().scenario(), row.mode(), row.key().metric());
  }

  /** Returns a row for each mode that was compared or that a tolerance requires. */
  private List<PairedChange> ofModes(String scenario, Metric metric) {
    List<PairedChange> rows = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      if (exact.containsKey(MetricKey.of(scenario, mode, metric))) {
        continue;
      }
      VariantPairs pairs = pairs(scenario, mode, metric);
      Optional<Tolerance> tolerance =
          thresholds
              .tolerance(scenario, mode, metric)
              .or(() -> pairs.isEmpty() ? Optional.empty() : ofVarying(scenario, mode, metric));
      if (!pairs.isEmpty()
          || tolerance.filter(limit -> mustBeMeasured(limit, mode)).isPresent()
              && head.ran(scenario, mode)) {
        rows.add(PairedChange.of(MetricKey.of(scenario, mode, metric), pairs, tolerance));
      }
    }
    return rows;
  }

  /** Returns the tolerance of a count that varies, where the thresholds state none. */
  private static Optional<Tolerance> ofVarying(String scenario, Mode mode, Metric metric) {
    if (!metric.isExact() && metric != Metric.CONTENDED_LOCKS) {
      return Optional.empty();
    }
    Terms terms = new Terms(scenario, Scope.EVERY, metric, false, WHY, NOWHERE);
    return Optional.of(new Tolerance(terms, mode, metric.isExact() ? OF_VARYING_COUNT : OF_LOCKS));
  }

  /** A tolerance for {@code "*"} applies only where the scenario's program reports the metric. */
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
   * Returns the change of virtual minus that of platform, on the log scale, in rounds with all four
   * launches. There is none if the metric is compared with an offset, or a value is a lower bound.
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
   * @param means levels of both variants; empty without a pair
   * @param differences log ratios by round, positive = worse; empty without a ratio
   * @param canFail whether it fails a build when it exceeds the tolerance
   * @param noRatio finding when there is no ratio; else empty
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
     * Minimum standard deviation as a share of the tolerance: three launches may agree by chance,
     * and smaller deviations do not matter.
     */
    private static final double LEAST_DEVIATION = 0.1;

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

    /** Returns the mean log ratio of at least two rounds. */
    Optional<MeanInterval> interval() {
      double least =
          tolerance.map(limit -> LEAST_DEVIATION * Math.log1p(limit.fraction())).orElse(0.0);
      return differences.mean(least) instanceof Known<MeanInterval>(MeanInterval m)
          ? Optional.of(m)
          : Optional.empty();
    }

    Mode mode() {
      return key.mode()
          .single()
          .orElseThrow(() -> new IllegalStateException("a ratio has no mode of its own"));
    }

    /** Returns whether the finding decides the whole; a noisy one does if worse or too early. */
    boolean decidesBy(Finding finding) {
      return canFail
          && (key.metric().repeats()
              || finding.outcome() == Outcome.REGRESSED
              || finding instanceof Finding.TooEarly);
    }
  }

  /**
   * The changes that are judged together: the probability that even one of them is called worse by
   * mistake is at most the analysis' α (Holm 1979), and likewise better. Failed launches of a
   * scenario and mode, failed requests and closed connections each add a test, if any occurred.
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

    /** Returns the number of tests, at least 1. */
    int size() {
      return Math.max(1, size);
    }

    /** Returns the adjusted p values, or empty without an interval. */
    Optional<Tested> tested(PairedChange row) {
      return Optional.ofNullable(tested.get(row));
    }

    /** Returns the adjusted p value of the test for more frequent events in head. */
    double more(EventCounts row) {
      return more.getOrDefault(row, 1.0);
    }

    /** Returns the adjusted p value of the test for more failing launches of head in this mode. */
    double failing(PairedChange row) {
      return failing.getOrDefault(Load.of(row), 1.0);
    }
  }
}
