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
    MetricVerdict line = bytes(6, 1, 1);

    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line.doubts())
        .containsExactly("allocated-per-request of block 1 stands out, and weighs little");
    Size.SeveralPairs size = line.change().flatMap(Change::bounded).orElseThrow();
    assertThat(size.head()).isCloseTo(size.base(), withinPercentage(0.01));
  }

  /** One pair of six may be what one launch in six costs; one of twelve is chance enough. */
  @Test
  void judge_oneLaunchThatIsWorse_waitsForMoreAndMakesNothing() {
    assertThat(bytes(6, 1, 1 / 0.31).verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(bytes(6, 1, 1 / 0.31).change().flatMap(Change::found).orElseThrow().reason())
        .endsWith(
            "; 1 pair of 6 is worse by the tolerance of 0.5 %, where one in ten may: what some"
                + " launches cost is no chance");
    assertThat(bytes(12, 1, 1 / 0.31).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_oneLaunchThatStandsOutTheSameWay_leavesARegression() {
    assertThat(bytes(6, 1.01, 1 / 0.31).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  /** Of pairs that scatter by 0.01 %. */
  private static MetricVerdict bytes(int blocks, double change, double ofTheFirst) {
    Run run = Run.of("hello");
    for (int block = 1; block <= blocks; block++) {
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
