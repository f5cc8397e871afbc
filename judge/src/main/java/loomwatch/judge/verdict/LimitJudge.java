package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.LaunchValues.Percentiles;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.judge.verdict.LimitRule.BaseLimits;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Often;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Once;
import loomwatch.judge.verdict.MetricVerdict.MeasuredMean;
import loomwatch.judge.verdict.Sentences.LimitSentences;
import loomwatch.judge.verdict.VariantLaunches.Failures;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/**
 * Judges head alone: each mode's mean over launches against its ceiling, and virtual ÷ platform,
 * paired within rounds, against its limit. Rounds without valid launches of both modes are left
 * out. A value of 0 anywhere prevents a ratio, because dropping its round would be a biased
 * selection.
 */
record LimitJudge(
    VariantLaunches launches, BaseLimits base, Thresholds thresholds, Failures failures) {

  /** Returns empty when there is neither a measurement nor a limit that requires one. */
  Optional<MetricVerdict> judge(String scenario, Mode mode, Metric metric) {
    if (!launches.ran(scenario, mode)) {
      return Optional.empty();
    }
    MetricKey key = MetricKey.of(scenario, mode, metric);
    Optional<Ceiling> ceiling = thresholds.ceiling(scenario, mode, metric);
    List<Launch> measuring = launches.measuring(scenario, mode, metric);
    if (measuring.isEmpty()) {
      return ceiling.flatMap(limit -> missing(key, limit, limit.value(), mode));
    }
    Estimate<MeanInterval> estimate = MeanInterval.of(LaunchValues.of(metric, measuring));
    Set<String> doubts = LaunchValues.doubts(metric, measuring);
    int valid = launches.validCount(scenario, mode);
    if (measuring.size() < valid) {
      doubts.add("measured in " + measuring.size() + " of " + valid + " valid launches");
    }
    Optional<String> poor = Percentiles.doubt(metric, measuring);
    poor.ifPresent(doubts::add);
    boolean bound = measuring.stream().anyMatch(launch -> LaunchValues.isBound(metric, launch));
    LimitRuling ruling =
        ceiling
            .map(limit ->
                base.beside(rule(limit, estimate, metric, bound), limit, scenario, mode, metric)
                    .despite(failures.of(scenario, mode)))
            .orElseGet(() -> silent(scenario, mode, metric));
    MeasuredMean mean =
        switch (estimate) {
          case Known<MeanInterval>(MeanInterval m) ->
              new MeasuredMean(
                  new Often(m.mean(), new Interval(low(m), m.high())),
                  m.samples(),
                  List.copyOf(doubts));
          case Inconclusive<MeanInterval> few ->
              new MeasuredMean(
                  new Once(LaunchValues.of(metric, measuring)[0]),
                  few.samples(),
                  List.copyOf(doubts));
        };
    return Optional.of(MetricVerdict.of(key, mean, poor.isPresent() ? ruling.informing() : ruling));
  }

  /** A value that is only a lower bound may be larger, so it cannot violate a minimum. */
  private static LimitRuling rule(
      Ceiling limit, Estimate<MeanInterval> estimate, Metric metric, boolean bound) {
    String unit = metric.unit().symbol();
    LimitRuling ruling =
        LimitRuling.of(
            limit,
            limit.value(),
            LimitRule.ceiling(estimate, limit.value(), unit, metric.direction()));
    return bound && !ruling.passes() ? ruling.informing() : ruling;
  }

  private LimitRuling silent(String scenario, Mode mode, Metric metric) {
    return LimitRuling.none(
        thresholds.tolerance(scenario, mode, metric).isPresent()
            ? "no ceiling in thresholds.yaml; its tolerance is judged when two variants are compared"
            : "no limit in thresholds.yaml");
  }

  /** The lower end is at least 0 for a positive mean, which Student's t does not guarantee. */
  private static double low(MeanInterval interval) {
    return interval.mean() < 0 ? interval.low() : Math.max(0, interval.low());
  }

  /** Returns empty if a mode was not run, or neither a value nor a limit requires a line. */
  Optional<MetricVerdict> judgeRatio(String scenario, Metric metric) {
    if (!launches.ran(scenario, Mode.PLATFORM) || !launches.ran(scenario, Mode.VIRTUAL)) {
      return Optional.empty();
    }
    MetricKey key = new MetricKey(scenario, JudgedMode.RATIO, metric);
    Optional<RatioLimit> limit = thresholds.ratio(scenario, metric);
    for (Mode mode : Mode.values()) {
      if (launches.measuring(scenario, mode, metric).isEmpty()) {
        return limit.flatMap(l -> missing(key, l, l.atMost(), mode));
      }
    }
    ModePairs pairs = ModePairs.of(launches, scenario, metric);
    Optional<Absence> none = pairs.whyNoRatio(metric);
    if (none.isEmpty()) {
      return Optional.of(ratio(key, limit, pairs));
    }
    LimitRuling ruling =
        limit
            .map(l -> LimitRuling.of(l, l.atMost(), new LimitFinding.Missing(none.get())))
            .orElseGet(() -> LimitRuling.none(LimitSentences.of(none.get())));
    return Optional.of(MetricVerdict.of(key, MeasuredMean.NOTHING, ruling));
  }

  private MetricVerdict ratio(MetricKey key, Optional<RatioLimit> limit, ModePairs pairs) {
    Metric metric = key.metric();
    double[] virtual = LaunchValues.of(metric, pairs.virtual());
    double[] platform = LaunchValues.of(metric, pairs.platform());
    Estimate<PairedRatio> estimate = PairedRatio.of(virtual, platform);
    List<Launch> both = new ArrayList<>(pairs.platform());
    both.addAll(pairs.virtual());
    Set<String> doubts = new LinkedHashSet<>(LaunchValues.doubts(metric, both));
    if (pairs.incomplete() > 0) {
      doubts.add(Plural.count(pairs.incomplete(), "round") + " without a valid pair left out");
    }
    Optional<String> poor = Percentiles.doubt(metric, both);
    poor.ifPresent(doubts::add);
    LimitRuling ruling =
        limit
            .map(l -> {
              LimitFinding finding = LimitRule.ratio(estimate, l.atMost());
              LimitRuling ofHead = LimitRuling.of(l, l.atMost(), finding);
              return base.beside(ofHead, l, key.scenario(), metric).despite(failed(key.scenario()));
            })
            .orElseGet(() -> LimitRuling.none("no limit in thresholds.yaml"));
    MeasuredMean mean =
        switch (estimate) {
          case Known<PairedRatio>(PairedRatio r) ->
              new MeasuredMean(
                  new Often(r.ratio(), new Interval(r.low(), r.high())),
                  r.logs().samples(),
                  List.copyOf(doubts));
          case Inconclusive<PairedRatio> few ->
              new MeasuredMean(
                  new Once(virtual[0] / platform[0]), few.samples(), List.copyOf(doubts));
        };
    return MetricVerdict.of(key, mean, poor.isPresent() ? ruling.informing() : ruling);
  }

  private List<DiscardedLaunch> failed(String scenario) {
    return Stream.of(Mode.values()).flatMap(mode -> failures.of(scenario, mode).stream()).toList();
  }

  /** Returns the line of a limit without a measurement, if the limit requires one. */
  private Optional<MetricVerdict> missing(MetricKey key, Limit limit, double most, Mode mode) {
    if (!insists(limit, launches.validCount(key.scenario(), mode))) {
      return Optional.empty();
    }
    Absence why = launches.whyNothing(key.scenario(), mode);
    return Optional.of(
        MetricVerdict.of(
            key, MeasuredMean.NOTHING, LimitRuling.of(limit, most, new LimitFinding.Missing(why))));
  }

  /**
   * A limit that names the scenario requires a measurement, if the metric was requested. A limit
   * for {@code "*"} requires one only if there is no valid launch at all and the scenario could
   * have measured the metric.
   */
  private boolean insists(Limit limit, int validLaunches) {
    return limit.terms().scope() == Scope.NAMED && !launches.wasNotAskedFor(limit.terms().metric())
        || validLaunches == 0
            && launches.couldMeasure(limit.terms().scenario(), limit.terms().metric());
  }

  /**
   * The rounds in which both modes measured a metric.
   *
   * @param virtual launch with the same index as its partner in {@code platform}
   * @param incomplete number of rounds with a launch but no pair
   */
  private record ModePairs(List<Launch> platform, List<Launch> virtual, int incomplete) {

    static ModePairs of(VariantLaunches launches, String scenario, Metric metric) {
      Map<Integer, Launch> platform = byRound(launches, scenario, Mode.PLATFORM, metric);
      Map<Integer, Launch> virtual = byRound(launches, scenario, Mode.VIRTUAL, metric);
      Set<Integer> rounds = new TreeSet<>();
      for (Mode mode : Mode.values()) {
        launches.of(scenario, mode).forEach(launch -> rounds.add(launch.round()));
      }
      List<Launch> ones = new ArrayList<>();
      List<Launch> others = new ArrayList<>();
      for (int round : rounds) {
        Launch one = platform.get(round);
        Launch other = virtual.get(round);
        if (one != null && other != null) {
          ones.add(one);
          others.add(other);
        }
      }
      return new ModePairs(List.copyOf(ones), List.copyOf(others), rounds.size() - ones.size());
    }

    /** Returns why these pairs have no ratio, or empty if they have one. */
    Optional<Absence> whyNoRatio(Metric metric) {
      if (platform.isEmpty()) {
        return Optional.of(new LimitFinding.NoSharedRound());
      }
      for (List<Launch> side : List.of(platform, virtual)) {
        for (Launch launch : side) {
          if (LaunchValues.isBound(metric, launch)) {
            return Optional.of(new LimitFinding.AtLeast(launch.round(), launch.mode()));
          }
          double value = LaunchValues.of(metric, launch);
          if (value <= 0) {
            return Optional.of(
                new LimitFinding.Zero(
                    value, metric.unit().symbol(), launch.round(), launch.mode()));
          }
        }
      }
      return Optional.empty();
    }

    /** A record has at most one valid launch for each round, variant, mode and scenario. */
    private static Map<Integer, Launch> byRound(
        VariantLaunches launches, String scenario, Mode mode, Metric metric) {
      Map<Integer, Launch> byRound = new LinkedHashMap<>();
      launches
          .measuring(scenario, mode, metric)
          .forEach(launch -> byRound.put(launch.round(), launch));
      return byRound;
    }
  }
}
