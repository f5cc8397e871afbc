package loomwatch.judge.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.DecidingPairs;
import loomwatch.results.Host;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;

final class CalibratorTest {
  private static final Thresholds THRESHOLDS = Simulated.thresholds(0.05);

  private static final String LEFT_OUT =
      "of these comparisons 1 are left out: newer ones load their scenarios otherwise, or in windows"
          + " of another length";

  /** Enough to tell 5 % from 10 %; shared, as each costs milliseconds. */
  private static final Calibration MANY = Calibrator.of(unchanged(100), THRESHOLDS);

  private static List<MeasurementRecord> unchanged(int count) {
    return IntStream.range(0, count).mapToObj(i -> Simulated.unchanged(i).record(i)).toList();
  }

  private static List<MeasurementRecord> slower(String fault, double factor, int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            Simulated.fault(fault, Metric.CPU_PER_REQUEST, factor, 1_000 + i).record(1_000 + i))
        .toList();
  }

  @Test
  void of_unchanged_alarmsAtMostAsOftenAsItsLevel() {
    // 100 × .05 and three standard errors of 2.2
    assertThat(MANY.unchanged().falseAlarms().of()).isEqualTo(100);
    assertThat(MANY.unchanged().falseAlarms().count()).isLessThanOrEqualTo(11);
    assertThat(MANY.noise())
        .hasSize(6)
        .allSatisfy(noise -> assertThat(noise.falseAlarms().count()).isLessThanOrEqualTo(11))
        // Six of them: .05 ÷ 6 and a margin.
        .allSatisfy(noise -> assertThat(noise.pUniform()).isGreaterThan(0.005));
  }

  /**
   * A pair's difference has √2 × .02; stopping early favours comparisons that show a little less.
   */
  @Test
  void of_unchanged_findsTheNoiseThatWasPutIn() {
    double spread = 100 * Math.expm1(0.02 * Math.sqrt(2));
    for (Noise noise : MANY.noise()) {
      assertThat(noise.spreadPercent()).isCloseTo(spread, within(0.3));
      double error = spread / Math.sqrt((double) noise.rounds() / noise.comparisons());
      assertThat(noise.floorPercent()).isBetween(1.5 * error, 2.8 * error);
      assertThat(noise.mdePercent()).isBetween(1.1 * spread, 1.6 * spread);
      assertThat(noise.tolerancePercent()).isEqualTo(5);
    }
  }

  @Test
  void of_largeFault_isCaughtByItsMetricAlone() {
    List<MeasurementRecord> records = new ArrayList<>(unchanged(10));
    records.addAll(slower("cpu:15%", 1.15, 40));

    InjectedFault fault = Calibrator.of(records, THRESHOLDS).faults().getFirst();

    assertThat(fault.caught().count()).isEqualTo(40);
    assertThat(fault.seen())
        .extracting(Calibration.Seen::metric)
        .containsExactly(Metric.CPU_PER_REQUEST, Metric.CPU_PER_REQUEST);
    assertThat(fault.seen())
        .allSatisfy(seen -> {
          assertThat(seen.medianEffectPercent()).isCloseTo(15, within(0.8));
          // Five rounds can be outdone by a metric that did not change (method.md).
          assertThat(seen.caught().count()).isGreaterThanOrEqualTo(38);
        });
    assertThat(fault.medianRounds()).isEqualTo(5);
    assertThat(fault.medianMinutes()).as("the fifth begins after four").isEqualTo(4 + 4 * 0.5);
  }

  @Test
  void of_faultInOneMetric_shiftsNothingElse() {
    long elsewhere =
        slower("cpu:15%", 1.15, 100).stream()
            .map(record -> JudgedComparison.of(record, THRESHOLDS))
            .flatMap(judged -> judged.regressions().stream())
            .filter(change -> change.metric() != Metric.CPU_PER_REQUEST)
            .count();

    assertThat(elsewhere).isLessThanOrEqualTo(11);
  }

  @Test
  void of_faultFoundElsewhere_isNotCaught() {
    List<MeasurementRecord> records = new ArrayList<>(unchanged(2));
    records.addAll(slower("alloc:15%", 1.15, 5));

    Calibration calibration = Calibrator.of(records, THRESHOLDS);

    assertThat(calibration.faults().getFirst().caught().count()).isZero();
  }

  @Test
  void of_anyOrder_isTheSame() {
    List<MeasurementRecord> records = new ArrayList<>(unchanged(5));
    records.addAll(slower("cpu:15%", 1.15, 3));
    Calibration ordered = Calibrator.of(records, THRESHOLDS);
    Collections.shuffle(records, new Random(1));

    assertThat(Calibrator.of(records, THRESHOLDS)).isEqualTo(ordered);
  }

  @Test
  void of_few_warnsThatTheyRefuseNothing() {
    Calibration few = Calibrator.of(unchanged(9), THRESHOLDS);

    assertThat(few.noise()).noneMatch(Noise::decides);
    assertThat(few.warnings())
        .containsExactly(
            "fewer than 10 comparisons of one service with itself: the floors are shown, and refuse"
                + " no tolerance");
    assertThat(MANY.noise()).allMatch(Noise::decides);
    assertThat(MANY.warnings()).isEmpty();
  }

  @Test
  void of_recordsThatDoNotBelongTogether_isRefused() {
    MeasurementRecord record = Simulated.unchanged(1).record(1);
    Host other =
        new Host("CPU", 4, 1L << 32, "6.8", "none", "unknown", "off", "on", List.of(0), List.of(1));
    MeasurementRecord elsewhere = Simulated.unchanged(2).on(other).record(2);
    MeasurementRecord changed = Simulated.unchanged(1).ofOtherServices().record(1);

    refused(List.of(), "there must be at least one comparison, was none; measure some first");
    refused(
        List.of(record, record),
        "record 20261121T000001Z-0000 must be given once, was there twice; leave one out");
    refused(
        List.of(record, elsewhere),
        "host of record 20261121T000002Z-0000 must be that of 20261121T000001Z-0000,"
            + " sha256:\\w{64}, was sha256:\\w{64}; calibrate each by itself");
    refused(
        List.of(changed),
        "record 20261121T000001Z-0000 must be of one service with itself \\(--aa\\) or with its"
            + " fault, was of other services; leave it out");
  }

  private static void refused(List<MeasurementRecord> records, String message) {
    assertThatThrownBy(() -> Calibrator.of(records, THRESHOLDS))
        .isInstanceOf(CalibrationException.class)
        .hasMessageMatching(message);
  }

  @Test
  void of_olderOnesAtAnotherRateOrWithLongerWindows_leavesThemOutAndSaysSo() {
    Calibration faster =
        Calibrator.of(
            List.of(Simulated.unchanged(1).record(1), Simulated.unchanged(2).at(2000).record(2)),
            THRESHOLDS);
    Calibration shorter =
        Calibrator.of(
            List.of(
                Simulated.unchanged(1).cutInto(0.15).record(3),
                Simulated.unchanged(2).cutInto(0.35).record(1),
                Simulated.unchanged(3).cutInto(0.15).record(2)),
            THRESHOLDS);

    assertThat(faster.scenarios()).containsExactly(Simulated.hello(2000));
    assertThat(faster.comparisons())
        .extracting(Calibration.Source::record)
        .containsExactly("20261121T000002Z-0000");
    assertThat(faster.warnings()).contains(LEFT_OUT);
    assertThat(shorter.comparisons())
        .extracting(Calibration.Source::record)
        .containsExactly("20261121T000002Z-0000", "20261121T000003Z-0000");
    assertThat(shorter.warnings()).contains(LEFT_OUT);
  }

  @Test
  void floors_ofAnotherLoad_areUnknown() {
    assertThat(MANY.scenarios()).containsExactly(Simulated.HELLO);
    assertThat(MANY.floors("sha256:1", List.of(Simulated.HELLO)).floors()).hasSize(6);
    assertThat(MANY.floors("sha256:1", List.of(Simulated.hello(2000))).floors()).isEmpty();
  }

  @Test
  void decidingPairs_ofAComparison_areItsLaunches() {
    MeasurementRecord record = Simulated.unchanged(1).record(1);

    List<DecidingPairs> deciding = DecidingPairs.of(record, THRESHOLDS);

    assertThat(deciding)
        .extracting(DecidingPairs::metric, DecidingPairs::mode)
        .containsExactly(
            tuple(Metric.LATENCY_P50, Mode.PLATFORM),
            tuple(Metric.LATENCY_P50, Mode.VIRTUAL),
            tuple(Metric.CPU_PER_REQUEST, Mode.PLATFORM),
            tuple(Metric.CPU_PER_REQUEST, Mode.VIRTUAL),
            tuple(Metric.ALLOCATED_PER_REQUEST, Mode.PLATFORM),
            tuple(Metric.ALLOCATED_PER_REQUEST, Mode.VIRTUAL));
    var first = deciding.getFirst().pairs().getFirst();
    assertThat(first.difference()).isCloseTo(Math.log(first.head() / first.base()), within(1e-12));
  }

  /** What only informs has no pairs here, but a verdict judges it beside what may gate. */
  @Test
  void decidingPairs_besideWhatInforms_countTheVerdictsFamily() {
    String yaml =
        """
        schema: 1
        limits:
          - {scenario: hello, metric: cpu-per-request, tolerance: 5 %, gate: true, why: paid for}
          - {scenario: hello, metric: latency-p50, tolerance: 5 %, gate: true, why: felt}
          - {scenario: hello, metric: allocated-per-request, tolerance: 5 %, gate: false, why: seen}
        """;
    Thresholds thresholds = ThresholdsReader.parse("thresholds.yaml", yaml, Set.of("hello"));

    assertThat(DecidingPairs.of(Simulated.unchanged(1).record(1), thresholds))
        .extracting(DecidingPairs::metric, DecidingPairs::family)
        .containsExactly(
            tuple(Metric.LATENCY_P50, 4),
            tuple(Metric.LATENCY_P50, 4),
            tuple(Metric.CPU_PER_REQUEST, 4),
            tuple(Metric.CPU_PER_REQUEST, 4));
  }
}
