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
          "sha256:1", List.of(new NoiseFloors.Floor("hello", VIRTUAL, CPU_PER_REQUEST, 1.25)));

  private static Run run() {
    return run(1);
  }

  private static Run run(double factor) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 6; block++) {
      for (Mode mode : Mode.values()) {
        Sample cpu = Sample.of(CPU_PER_REQUEST, 1 + block / 100.0);
        Sample p50 = Sample.of(LATENCY_P50, 1 + block / 100.0);
        run.base(block, mode, "hello", cpu, p50)
            .sample(
                block,
                mode,
                "hello",
                Sample.of(CPU_PER_REQUEST, factor * (1 + block / 100.0)),
                p50);
      }
    }
    return run;
  }

  private static Verdict judged(NoiseFloors floors) {
    Policy policy =
        Policy.none()
            .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);
    return Judge.judge(run().record(), policy.thresholds(), floors);
  }

  @Test
  void judge_calibratedHost_showsTheFloorBesideItsChangeAlone() {
    assertThat(judged(FLOORS).metrics())
        .filteredOn(
            line -> line.change().filter(change -> change.floorPercent().isPresent()).isPresent())
        .singleElement()
        .satisfies(line -> {
          assertThat(line.mode()).isEqualTo(JudgedMode.VIRTUAL);
          assertThat(line.metric()).isEqualTo(CPU_PER_REQUEST);
          assertThat(line.change().orElseThrow().floorPercent()).hasValue(1.25);
        });
  }

  @Test
  void judge_calibratedHost_namesTheCalibrationAmongItsInputs() {
    assertThat(judged(FLOORS).inputs().calibration()).isEqualTo("sha256:1");
    assertThat(judged(NoiseFloors.NONE).inputs().calibration()).isNull();
  }

  @Test
  void judge_hostOfTooManyFalseAlarms_saysRegressedAsInforming() {
    Verdict trusted = slower(FLOORS, 1.5);
    Verdict distrusted =
        slower(new NoiseFloors("sha256:1", List.of(), "3 false positives in 9"), 1.5);

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
    Verdict distrusted =
        slower(new NoiseFloors("sha256:1", List.of(), "3 false positives in 9"), 1);

    assertThat(distrusted.verdict()).isEqualTo(Outcome.PASS);
    assertThat(distrusted.warnings()).isEqualTo(slower(FLOORS, 1).warnings());
  }

  @Test
  void judge_hostOfTooManyFalseAlarms_limitOnHeadAloneStillDecides() {
    Policy policy =
        Policy.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05)
            .ceiling("hello", PLATFORM, CPU_PER_REQUEST, 1.25, true);

    assertThat(
            Judge.judge(
                    run(1.5).record(),
                    policy.thresholds(),
                    new NoiseFloors("sha256:1", List.of(), "3 false positives in 9"))
                .verdict())
        .isEqualTo(Outcome.REGRESSED);
  }

  /** Without the false positive it would be invalid, and so it is with it. */
  @Test
  void judge_hostOfTooManyFalseAlarms_headThatFailedIsStillInvalid() {
    Policy policy = Policy.none().tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);
    Run run = run(1.5).fails("head", 1, PLATFORM, "hello", Invalid.Reason.SERVER_DIED);

    assertThat(
            Judge.judge(
                    run.record(),
                    policy.thresholds(),
                    new NoiseFloors("sha256:1", List.of(), "3 false positives in 9"))
                .verdict())
        .isEqualTo(Outcome.INVALID);
  }

  private static Verdict slower(NoiseFloors floors, double factor) {
    Policy policy = Policy.none().tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);
    return Judge.judge(run(factor).record(), policy.thresholds(), floors);
  }

  @Test
  void judge_calibratedOrNot_decidesTheSame() {
    Verdict with = judged(FLOORS);
    Verdict without = judged(NoiseFloors.NONE);

    assertThat(with.verdict()).isEqualTo(without.verdict());
    assertThat(with.metrics())
        .extracting(MetricVerdict::verdict, MetricVerdict::reason)
        .isEqualTo(
            without.metrics().stream().map(line -> tuple(line.verdict(), line.reason())).toList());
  }
}
