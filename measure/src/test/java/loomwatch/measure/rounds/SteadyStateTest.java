package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.measure.rounds.ScenarioLoad.SteadyState;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.WarmUp.Cycle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateTest {
  private static final Cycle WARM = new Cycle(2, 0.02, 3_084, 150_000);

  @Test
  void judge_lastTwoCyclesFlat_isSteady() {
    WarmUp warmUp = SteadyState.judge(List.of(new Cycle(2, 1.4, 9_000, 900_000), WARM, WARM));

    assertThat(warmUp.steady()).isTrue();
    assertThat(warmUp.why())
        .isEqualTo(
            "compiling 1.0 % of the last cycle (limit 3 %), bytes per request moved 0.0 % (2 %),"
                + " median latency 0.0 % (15 %)");
  }

  @ParameterizedTest
  @CsvSource({"0.07, 3084, 150000", "0.02, 3197, 150000", "0.02, 3084, 120000"})
  void judge_compilingOrBytesOrLatencyMoving_isNotSteady(
      double compileSeconds, double bytes, long nanos) {
    Cycle last = new Cycle(2, compileSeconds, bytes, nanos);

    assertThat(SteadyState.judge(List.of(WARM, last)).steady()).isFalse();
  }

  @Test
  void judge_oneCycle_hasNothingToCompare() {
    WarmUp warmUp = SteadyState.judge(List.of(WARM));

    assertThat(warmUp.steady()).isFalse();
    assertThat(warmUp.why()).isEqualTo("only 1 cycle: nothing to compare");
  }
}
