package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Inconclusive;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.thresholds.Ceiling;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.ArmLaunches.Failures;
import loomwatch.judge.verdict.LaunchValues.Percentiles;
import loomwatch.judge.verdict.LimitFinding.Absence;
import loomwatch.judge.verdict.LimitRule.BaseLimits;
import loomwatch.judge.verdict.LimitRule.LimitRuling;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Often;
import loomwatch.judge.verdict.MetricVerdict.MeanValue.Once;
import loomwatch.judge.verdict.MetricVerdict.MeasuredMean;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/** Judges one mode's mean over launches against its ceiling. */
final class ModeJudge {
  private final ArmLaunches launches;
  private final BaseLimits base;
  private final Thresholds thresholds;
  private final Failures failures;

  ModeJudge(ArmLaunches launches, BaseLimits base, Thresholds thresholds, Failures failures) {
    this.launches = launches;
    this.base = base;
    this.thresholds = thresholds;
    this.failures = failures;
  }

  /** Nothing when neither a measurement nor a limit asks for a line. */
  Optional<MetricVerdict> judge(String scenario, Mode mode, Metric metric) {
    if (!launches.ran(scenario, mode)) {
      return Optional.empty();
    }
    MetricKey line = new MetricKey(scenario, JudgedMode.of(mode), metric, metric.unit().symbol());
    Optional<Ceiling> ceiling = thresholds.ceiling(scenario, mode, metric);
    List<Launch> measuring = launches.measuring(scenario, mode, metric);
    if (measuring.isEmpty()) {
      return ceiling
          .filter(
              limit -> RequiredMeasurement.of(limit, launches.validCount(scenario, mode), launches))
          .map(limit -> invalid(limit, launches.whyNothing(scenario, mode)))
          .map(ruling -> line.verdict(MeasuredMean.NOTHING, ruling));
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
    MeasuredMean taken = taken(metric, measuring, estimate, doubts);
    return Optional.of(line.verdict(taken, poor.isPresent() ? ruling.informing() : ruling));
  }

  private static LimitRuling invalid(Ceiling limit, Absence why) {
    return LimitRuling.of(limit, limit.value(), new LimitFinding.Missing(why));
  }

  /** Of what may be more than is known, nobody knows that it breaks one. */
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
            ? "no ceiling in thresholds.yaml; its tolerance is judged when two arms are compared"
            : "no limit in thresholds.yaml");
  }

  private static MeasuredMean taken(
      Metric metric, List<Launch> measuring, Estimate<MeanInterval> estimate, Set<String> doubts) {
    return switch (estimate) {
      case Known<MeanInterval>(MeanInterval m) ->
          new MeasuredMean(
              new Often(m.mean(), new Interval(low(m), m.high())),
              m.samples(),
              List.copyOf(doubts));
      case Inconclusive<MeanInterval> few ->
          new MeasuredMean(
              new Once(LaunchValues.of(metric, measuring)[0]), few.samples(), List.copyOf(doubts));
    };
  }

  /** What is on average above nothing cannot be less: with few launches t does not know that. */
  private static double low(MeanInterval interval) {
    return interval.mean() < 0 ? interval.low() : Math.max(0, interval.low());
  }
}
