package loomwatch.judge.verdict;

import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Mode.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** One launch of ten whose JIT took another path, as bytes of a request show it. */
class StandingOutTest {
  private static final Policy POLICY =
      Policy.none().tolerance("hello", VIRTUAL, ALLOCATED_PER_REQUEST, 0.005);

  @Test
  void judge_oneLaunchThatStandsOut_hidesNothing() {
    MetricVerdict line = bytes(1, 1);

    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line.doubts())
        .containsExactly("allocated-per-request of block 1 stands out, and weighs little");
    Size.Pairs size = line.change().flatMap(Change::bounded).orElseThrow();
    assertThat(size.head()).isCloseTo(size.base(), withinPercentage(0.01));
  }

  @Test
  void judge_oneLaunchThatStandsOut_makesNothing() {
    assertThat(bytes(1, 1 / 0.31).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_oneLaunchThatStandsOutTheSameWay_leavesARegression() {
    assertThat(bytes(1.01, 1 / 0.31).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  /** Six pairs that scatter by 0.01 %. */
  private static MetricVerdict bytes(double change, double ofTheFirst) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 6; block++) {
      double head = 2617 * change * (block == 1 ? 0.56 * ofTheFirst : 1);
      double noise = 1 + 1e-4 * (block % 3 - 1);
      run.base(block, VIRTUAL, "hello", Sample.of(ALLOCATED_PER_REQUEST, 2617));
      run.sample(block, VIRTUAL, "hello", Sample.of(ALLOCATED_PER_REQUEST, head * noise));
    }
    return Judge.judge(run.record(), POLICY.thresholds()).metrics().stream()
        .filter(line -> line.mode() == JudgedMode.VIRTUAL)
        .findFirst()
        .orElseThrow();
  }
}
