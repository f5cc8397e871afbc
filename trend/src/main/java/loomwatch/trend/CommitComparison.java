package loomwatch.trend;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.ComparedMetric;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two commits, or the reason why there is none. Both were measured on one machine
 * in the same minutes, so the difference does not depend on changes of host, kernel or JDK between
 * them.
 */
record CommitComparison(HistoryEntry entry, Confirmation said) {

  /** Returns all comparisons, in the order measured. */
  static List<CommitComparison> of(List<HistoryEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.COMPARISON)
        .sorted((a, b) -> a.measuredAt().compareTo(b.measuredAt()))
        .map(entry -> new CommitComparison(entry, Objects.requireNonNull(entry.confirmation())))
        .toList();
  }

  String id() {
    return entry.id();
  }

  /** Returns whether nothing was measured, or the result is invalid. */
  boolean failed() {
    Confirmation.Unmeasured unmeasured = said.unmeasured();
    return unmeasured == null
        ? Outcome.INVALID.label().equals(entry.verdict())
        : unmeasured.cause() == Confirmation.Unmeasured.Cause.FAILED;
  }

  /** Returns whether both builds are identical in everything that was to be measured. */
  boolean alike() {
    Confirmation.Unmeasured unmeasured = said.unmeasured();
    return unmeasured != null && unmeasured.cause() == Confirmation.Unmeasured.Cause.ALIKE;
  }

  /** Returns whether the comparison included the scenario. */
  boolean isOf(String scenario) {
    Confirmation.@Nullable Unmeasured unmeasured = said.unmeasured();
    return unmeasured == null
        ? said.lines().isEmpty()
            || said.lines().stream().anyMatch(line -> line.scenario().equals(scenario))
        : Arrays.asList(unmeasured.scenario().split(",", -1)).contains(scenario);
  }

  /** Returns the effect on a series, empty if inconclusive; identical builds have none. */
  Optional<Effect> of(SeriesName series) {
    if (alike() && isOf(series.scenario())) {
      return Optional.of(new Effect(0, 0, Outcome.PASS));
    }
    return failed() ? Optional.empty() : said.of(series).flatMap(CommitComparison::effect);
  }

  /**
   * The difference in badness, head minus base, its standard error, and the outcome by both.
   *
   * @param size NaN for an exact count of which base has none
   */
  record Effect(double size, double error, Outcome outcome) {
    boolean fromNothing() {
      return Double.isNaN(size);
    }
  }

  private static Optional<Effect> effect(ComparedMetric line) {
    Double percent = line.effectPercent();
    Optional<Outcome> outcome =
        Arrays.stream(Outcome.values())
            .filter(each -> each.label().equals(line.outcome()))
            .filter(each -> each != Outcome.INCONCLUSIVE && each != Outcome.INVALID)
            .findFirst();
    if (percent == null) {
      return outcome
          .filter(found -> found == Outcome.REGRESSED)
          .map(begun -> new Effect(Double.NaN, 0, begun));
    }
    if (percent <= NOTHING_LEFT || outcome.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Effect(Math.log1p(percent / 100), error(line), outcome.get()));
  }

  private static double error(ComparedMetric line) {
    Double low = line.lowPercent();
    Double high = line.highPercent();
    return low == null || high == null || low <= NOTHING_LEFT || high <= NOTHING_LEFT
        ? 0
        : (Math.log1p(high / 100) - Math.log1p(low / 100)) / (2 * Z95);
  }

  /** Lower bound of a change in percent: no metric can improve by more. */
  private static final double NOTHING_LEFT = -100;

  /** Half width of a 90 % interval in standard errors. */
  private static final double Z95 = 1.645;
}
