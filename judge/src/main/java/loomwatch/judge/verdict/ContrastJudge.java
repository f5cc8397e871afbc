package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.PairedRatio;
import loomwatch.judge.thresholds.ContrastLimit;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.ArmLaunches.Failures;
import loomwatch.judge.verdict.Finding.DiscardedLaunch;
import loomwatch.judge.verdict.LaunchValues.Percentiles;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.judge.verdict.LimitRule.BaseLimits;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Often;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Once;
import loomwatch.judge.verdict.MetricVerdict.MeasuredMean;
import loomwatch.judge.verdict.Sentences.LimitSentences;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * Judges virtual ÷ platform, paired within blocks. A block without a valid launch of both modes
 * gives no pair; a value of 0 anywhere gives no contrast at all, because dropping that block would
 * be choosing by value.
 */
final class ContrastJudge {
  private final ArmLaunches launches;
  private final BaseLimits base;
  private final Thresholds thresholds;
  private final Failures failures;

  ContrastJudge(ArmLaunches launches, BaseLimits base, Thresholds thresholds, Failures failures) {
    this.launches = launches;
    this.base = base;
    this.thresholds = thresholds;
    this.failures = failures;
  }

  /** Nothing when the modes were not both run, or neither a measurement nor a limit asks for it. */
  Optional<MetricVerdict> judge(String scenario, Metric metric) {
    if (!launches.ran(scenario, Mode.PLATFORM) || !launches.ran(scenario, Mode.VIRTUAL)) {
      return Optional.empty();
    }
    MetricKey line = new MetricKey(scenario, JudgedMode.CONTRAST, metric, "ratio");
    Optional<ContrastLimit> limit = thresholds.contrast(scenario, metric);
    for (Mode mode : Mode.values()) {
      if (launches.measuring(scenario, mode, metric).isEmpty()) {
        return limit
            .filter(l -> RequiredMeasurement.of(l, launches.validCount(scenario, mode), launches))
            .map(l -> missing(l, launches.whyNothing(scenario, mode)))
            .map(ruling -> line.verdict(MeasuredMean.NOTHING, ruling));
      }
    }
    ModePairs pairs = ModePairs.of(launches, scenario, metric);
    Optional<Absence> none = pairs.whyNoContrast(metric);
    return Optional.of(
        none.isPresent()
            ? withoutContrast(line, limit, none.get())
            : withContrast(line, limit, pairs));
  }

  private static MetricVerdict withoutContrast(
      MetricKey line, Optional<ContrastLimit> limit, Absence why) {
    LimitRuling ruling =
        limit.map(l -> missing(l, why)).orElseGet(() -> LimitRuling.none(LimitSentences.of(why)));
    return line.verdict(MeasuredMean.NOTHING, ruling);
  }

  private MetricVerdict withContrast(
      MetricKey line, Optional<ContrastLimit> limit, ModePairs pairs) {
    double[] virtual = LaunchValues.of(line.metric(), pairs.virtual());
    double[] platform = LaunchValues.of(line.metric(), pairs.platform());
    Estimate<PairedRatio> estimate = PairedRatio.of(virtual, platform);
    List<Launch> both = new ArrayList<>(pairs.platform());
    both.addAll(pairs.virtual());
    Set<String> doubts = new LinkedHashSet<>(LaunchValues.doubts(line.metric(), both));
    if (pairs.incomplete() > 0) {
      doubts.add(Plural.count(pairs.incomplete(), "block") + " without a valid pair left out");
    }
    Optional<String> poor = Percentiles.doubt(line.metric(), both);
    poor.ifPresent(doubts::add);
    LimitRuling ruling =
        limit
            .map(l ->
                base.beside(rule(l, estimate), l, line.scenario(), line.metric())
                    .despite(failed(line.scenario())))
            .orElseGet(() -> LimitRuling.none("no limit in thresholds.yaml"));
    MeasuredMean taken =
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
    return line.verdict(taken, poor.isPresent() ? ruling.informing() : ruling);
  }

  private List<DiscardedLaunch> failed(String scenario) {
    return Stream.of(Mode.values()).flatMap(mode -> failures.of(scenario, mode).stream()).toList();
  }

  private static LimitRuling rule(ContrastLimit limit, Estimate<PairedRatio> estimate) {
    return LimitRuling.of(limit, limit.atMost(), LimitRule.contrast(estimate, limit.atMost()));
  }

  private static LimitRuling missing(ContrastLimit limit, Absence why) {
    return LimitRuling.of(limit, limit.atMost(), new LimitFinding.Missing(why));
  }
}
