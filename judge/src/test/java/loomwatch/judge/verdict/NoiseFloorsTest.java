package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P50;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

final class NoiseFloorsTest {
  private static final NoiseFloors FLOORS =
      new NoiseFloors(
          "sha256:1",
          List.of(new NoiseFloors.Floor("hello", VIRTUAL, CPU_PER_REQUEST, 1.25)),
          null);
  private static final NoiseFloors DISTRUSTED =
      new NoiseFloors("sha256:1", List.of(), "3 false positives in 9");
  private static final TestThresholds VIRTUAL_ALONE =
      TestThresholds.none().tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  private static Run run(double factor) {
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      double value = 1 + round / 100.0;
      Sample p50 = Sample.of(LATENCY_P50, value);
      for (Mode mode : Mode.values()) {
        run.base(round, mode, "hello", Sample.of(CPU_PER_REQUEST, value), p50);
        run.sample(round, mode, "hello", Sample.of(CPU_PER_REQUEST, factor * value), p50);
      }
    }
    return run;
  }

  private static Verdict judged(Run run, TestThresholds thresholds, NoiseFloors floors) {
    return Judge.judge(run.record(), thresholds.thresholds(), floors);
  }

  @Test
  void judge_calibratedHost_showsTheFloorAndDecidesTheSame() {
    TestThresholds both =
        TestThresholds.none()
            .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);
    Verdict with = judged(run(1), both, FLOORS);
    Verdict without = judged(run(1), both, NoiseFloors.NONE);

    assertThat(with.metrics())
        .filteredOn(
            line -> line.change().filter(change -> change.floorPercent().isPresent()).isPresent())
        .singleElement()
        .satisfies(line -> {
          assertThat(line.mode()).isEqualTo(JudgedMode.VIRTUAL);
          assertThat(line.metric()).isEqualTo(CPU_PER_REQUEST);
          assertThat(line.change().orElseThrow().floorPercent()).hasValue(1.25);
        });
    assertThat(with.inputs().calibration()).isEqualTo("sha256:1");
    assertThat(without.inputs().calibration()).isNull();
    assertThat(with.verdict()).isEqualTo(without.verdict());
    assertThat(with.metrics())
        .extracting(MetricVerdict::verdict, MetricVerdict::reason)
        .isEqualTo(
            without.metrics().stream().map(line -> tuple(line.verdict(), line.reason())).toList());
  }

  @Test
  void judge_hostOfTooManyFalseAlarms_saysRegressedAsInforming() {
    Verdict trusted = judged(run(1.5), VIRTUAL_ALONE, FLOORS);
    Verdict distrusted = judged(run(1.5), VIRTUAL_ALONE, DISTRUSTED);

    assertThat(trusted.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(distrusted.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(distrusted.warnings())
        .contains("regressions here are informational: 3 false positives in 9")
        .containsAll(trusted.warnings());
    assertThat(distrusted.metrics())
        .extracting(MetricVerdict::verdict)
        .isEqualTo(trusted.metrics().stream().map(MetricVerdict::verdict).toList());
  }

  @Test
  void judge_hostOfTooManyFalseAlarms_passesAsBefore() {
    Verdict distrusted = judged(run(1), VIRTUAL_ALONE, DISTRUSTED);

    assertThat(distrusted.verdict()).isEqualTo(Outcome.PASS);
    assertThat(distrusted.warnings()).isEqualTo(judged(run(1), VIRTUAL_ALONE, FLOORS).warnings());
  }

  /** Without the false positive it would be invalid where head failed, and so it is with it. */
  @Test
  void judge_hostOfTooManyFalseAlarms_limitsOnHeadAloneAndFailuresStillDecide() {
    TestThresholds beside =
        TestThresholds.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05)
            .ceiling("hello", PLATFORM, CPU_PER_REQUEST, 1.25, true);
    Run failed = run(1.5).fails("head", 1, PLATFORM, "hello", Invalid.Reason.SERVER_DIED);

    assertThat(judged(run(1.5), beside, DISTRUSTED).verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(judged(failed, VIRTUAL_ALONE, DISTRUSTED).verdict()).isEqualTo(Outcome.INVALID);
  }
}
