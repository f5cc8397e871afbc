package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.MetricVerdict.MeanValue;
import loomwatch.judge.verdict.MetricVerdict.Ruling;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.Confirmation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a comparison says of a suspected series. */
final class ConfirmingLinesTest {
  private static final Interval WORSE = new Interval(3, 7);

  private static final Finding.Evidence EVIDENCE =
      new Finding.Evidence(
          MeanInterval.of(0.05, 0.01, 5, 4), 0.03, 0.01, Direction.LOWER_IS_BETTER);

  @ParameterizedTest
  @CsvSource({
    // effect and its interval in percent
    "2.1, 0.1, 4.1, regressed",
    "5.0, 4.9, 5.1, regressed",
    "1.8, 0.5, 3.1, regressed",
    "0.5, 0.4, 0.6, regressed",
    "0.49, 0.4, 0.6, pass",
    "0.4, -0.1, 0.99, pass",
    "0.4, -0.1, 1.0, inconclusive",
    "0.4, 0.1, 1.1, inconclusive",
    "2.1, -0.1, 4.3, inconclusive",
    "0.0, -0.9, 0.9, pass",
    "-5.0, -6.0, -4.0, pass"
  })
  void of_change_isJudgedByItsInterval(double effect, double low, double high, String outcome) {
    Change change = change(effect, new Interval(low, high), null);

    for (JudgedMode mode : JudgedMode.values()) {
      assertThat(lines(Outcome.PASS, line(mode, Metric.LATENCY_P90, null, change)))
          .containsExactly(
              new Confirmation.ComparedMetric(
                  "sleep-50-over", mode.label(), "latency-p90", outcome, effect, low, high));
    }
  }

  /**
   * What a whole comparison and a metric's own tolerance come to. A tenth of what is allowed is a
   * loss all the same, and ten of these are not allowed; lines say what was judged, and the whole
   * that nothing can be told.
   */
  @ParameterizedTest
  @CsvSource({
    "1.8, 1, 2.6, PASS, PASS, regressed",
    "5, 3, 7, INVALID, REGRESSED, inconclusive",
    "5, 3, 7, INVALID, PASS, inconclusive",
    "5, 3, 7, INVALID, , inconclusive",
    "5, 3, 7, REGRESSED, REGRESSED, regressed",
    "5, 3, 7, INCONCLUSIVE, REGRESSED, inconclusive",
    "5, , , PASS, , inconclusive",
    ", , , PASS, , inconclusive"
  })
  void of_comparison_decidesUnlessItCannotTell(
      @Nullable Double effect,
      @Nullable Double low,
      @Nullable Double high,
      Outcome whole,
      @Nullable Outcome judged,
      String outcome) {
    Interval interval = low == null || high == null ? null : new Interval(low, high);
    Change change = change(effect, interval, judged == null ? null : found(judged));

    MetricVerdict line = line(JudgedMode.VIRTUAL, Metric.LATENCY_P50, judged, change);
    assertThat(lines(whole, line))
        .extracting(Confirmation.ComparedMetric::outcome)
        .containsExactly(outcome);
  }

  @Test
  void of_brokenLimitOfHeadAlone_isNotWhatDecides() {
    Change none = change(0.1, new Interval(-0.2, 0.4), null);

    assertThat(
            lines(
                Outcome.REGRESSED,
                line(JudgedMode.RATIO, Metric.LATENCY_P99, Outcome.REGRESSED, none)))
        .extracting(Confirmation.ComparedMetric::outcome)
        .containsExactly("pass");
  }

  /** A count has no interval; from 0 there is no percentage. */
  @ParameterizedTest
  @CsvSource({
    "12, 13, REGRESSED, regressed, 8.333",
    "0, 1, REGRESSED, regressed, ",
    "12, 12, PASS, pass, 0",
    "0, 0, PASS, pass, 0",
    "12, 6, IMPROVED, improved, -50",
    "12, 13, INCONCLUSIVE, inconclusive, "
  })
  void of_exactCount_isJudgedByItsFinding(
      double base, double head, Outcome found, String outcome, @Nullable Double percent) {
    Finding finding =
        switch (found) {
          case REGRESSED -> new Finding.MoreOften(Metric.SQL_STATEMENTS, List.of());
          case IMPROVED -> new Finding.LessOften(Metric.SQL_STATEMENTS, List.of());
          case PASS -> new Finding.AsOften(Metric.SQL_STATEMENTS, List.of());
          default -> new Finding.TooEarly();
        };
    Change change =
        new Change(
            1,
            new Size.NoRatio(base, head),
            new ChangeAssessment.Judged(
                0, Optional.empty(), new LimitResult(finding, true, null), false),
            OptionalDouble.empty());

    assertThat(
            lines(
                Outcome.REGRESSED, line(JudgedMode.VIRTUAL, Metric.SQL_STATEMENTS, found, change)))
        .singleElement()
        .satisfies(line -> {
          assertThat(line.outcome()).isEqualTo(outcome);
          if (percent == null) {
            assertThat(line.effectPercent()).isNull();
          } else {
            assertThat(line.effectPercent()).isCloseTo(percent, within(0.001));
          }
        });
  }

  @Test
  void of_headThatFails_cannotTell() {
    LimitResult failing = new LimitResult(new Finding.Failing(List.of(), 0.01, 0.05), true, null);

    assertThat(outcomes(Outcome.REGRESSED, change(-0.2, WORSE, failing)))
        .containsExactly("inconclusive");
  }

  @Test
  void of_metricThatIsNeverSuspected_isLeftOut() {
    Change change = change(5.0, WORSE, null);
    assertThat(lines(Outcome.PASS, line(JudgedMode.VIRTUAL, Metric.PINNED, null, change)))
        .isEmpty();
    assertThat(lines(Outcome.PASS, line(JudgedMode.VIRTUAL, Metric.LATENCY_P50, null, null)))
        .as("of head alone")
        .isEmpty();
  }

  private static List<String> outcomes(Outcome whole, Change change) {
    return lines(whole, line(JudgedMode.VIRTUAL, Metric.RSS_AFTER_LOAD, null, change)).stream()
        .map(Confirmation.ComparedMetric::outcome)
        .toList();
  }

  private static List<Confirmation.ComparedMetric> lines(Outcome whole, MetricVerdict line) {
    return ConfirmingLines.of(
        new Verdict(
            Verdict.SCHEMA,
            whole,
            Verdict.RULE_OF_COMPARISONS,
            "record-1",
            "host-a",
            List.of(),
            List.of(),
            List.of(line),
            new Verdict.Inputs("sha256:0", "sha256:0", null),
            null,
            List.of(),
            Optional.empty()));
  }

  private static MetricVerdict line(
      JudgedMode mode, Metric metric, @Nullable Outcome ofLimit, @Nullable Change change) {
    return new MetricVerdict(
        "sleep-50-over",
        mode,
        metric,
        mode == JudgedMode.RATIO ? "ratio" : metric.unit().symbol(),
        Direction.LOWER_IS_BETTER,
        OptionalDouble.empty(),
        new MeanValue.Nothing(),
        6,
        ofLimit == null ? new Ruling.Silent("for a reason") : found(ofLimit),
        List.of(),
        Optional.empty(),
        Optional.ofNullable(change));
  }

  private static LimitResult found(Outcome outcome) {
    Finding finding =
        switch (outcome) {
          case REGRESSED -> new Finding.Worse(EVIDENCE, 0.001);
          case IMPROVED -> new Finding.Better(EVIDENCE, 0.001);
          case PASS -> new Finding.AlwaysZero();
          case INCONCLUSIVE -> new Finding.TooEarly();
          case INVALID -> new Finding.NoPair();
        };
    return new LimitResult(finding, true, null);
  }

  private static Change change(
      @Nullable Double effect, @Nullable Interval interval, @Nullable LimitResult found) {
    ChangeAssessment standing =
        found == null
            ? new ChangeAssessment.Untested()
            : new ChangeAssessment.Judged(3, Optional.empty(), found, false);
    return new Change(6, size(effect, interval), standing, OptionalDouble.empty());
  }

  private static Size size(@Nullable Double effect, @Nullable Interval interval) {
    if (effect == null) {
      return new Size.NoRatio(1, 1);
    }
    return interval == null
        ? new Size.OnePair(1, 1, effect)
        : new Size.SeveralPairs(1, 1, effect, interval, OptionalDouble.empty());
  }
}
