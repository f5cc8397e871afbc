package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;

/**
 * A comparison of one commit with itself on a quiet machine. Its p99 is three times as long with
 * head, by chance: a rule that lets what informs decide called it regressed.
 */
class FreshComparisonTest {
  private static final Path RECORD =
      Path.of("src/test/resources/loomwatch/judge/verdict/unchanged-called-regressed.json.gz");

  @Test
  void judge_unchangedWithALongTail_passes() {
    MeasurementRecord record = StoredRecord.read(RECORD).record();
    Policy policy = Policy.none();
    for (Mode mode : Mode.values()) {
      policy
          .tolerance("hello", mode, Metric.CPU_PER_REQUEST, 0.04)
          .tolerance("hello", mode, Metric.LATENCY_P50, 0.03)
          .tolerance("hello", mode, Metric.LATENCY_TAIL, 0.5, true)
          .tolerance("hello", mode, Metric.LATENCY_P99, 0.1, false);
    }

    Verdict verdict = Judge.judge(record, policy.thresholds());

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
  }
}
