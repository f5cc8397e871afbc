package loomwatch.judge.verdict;

import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CONTROL;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LATENCY_P99;
import static loomwatch.results.Metric.PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** Of the least and the most that a record may hold there is a verdict. */
class ExtremesTest {
  private static final double[] VALUES = {0, 1e-15, 1e-15, 1e-3, 1, 1e3, 1e15, 1e15};
  private static final List<Metric> METRICS =
      List.of(CPU_PER_REQUEST, ALLOCATED_PER_REQUEST, LATENCY_P99, PINNED, CONTROL);

  @Test
  void judge_extremes_isAVerdict() {
    for (long seed = 1; seed <= 200; seed++) {
      MeasurementRecord record = record(new Random(seed));
      assertThat(Judge.judge(record, policy().thresholds()).metrics())
          .as("seed %d", seed)
          .isNotEmpty();
    }
  }

  private static Policy policy() {
    Policy policy = Policy.none();
    for (Metric metric : METRICS) {
      policy.contrast("hello", metric, 2);
      for (Mode mode : Mode.values()) {
        policy.tolerance("hello", mode, metric, 0.01);
        policy.ceiling("hello", mode, metric, 1e-3, true);
      }
    }
    return policy;
  }

  private static MeasurementRecord record(Random random) {
    Run run = Run.of("hello");
    List<String> arms = random.nextInt(3) == 0 ? List.of("head") : List.of("base", "head");
    int least = random.nextInt(2); // with zeros two launches in five have a dead counter
    int blocks = 1 + random.nextInt(8);
    for (int block = 1; block <= blocks; block++) {
      for (String arm : arms) {
        for (Mode mode : Mode.values()) {
          Stream<Sample> samples =
              METRICS.stream()
                  .map(metric ->
                      Sample.of(metric, VALUES[least + random.nextInt(VALUES.length - least)]));
          run.arm(arm, block, mode, "hello", samples.toArray(Sample[]::new));
        }
      }
    }
    return run.record();
  }
}
