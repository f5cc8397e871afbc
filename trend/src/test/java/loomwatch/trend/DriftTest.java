package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.judge.verdict.Outcome;
import loomwatch.trend.SeriesState.State;
import org.junit.jupiter.api.Test;

/** Climbs that are too slow for a step. */
class DriftTest {
  /** Of one run, once it climbs. */
  private static final double CLIMB = 0.0001;

  private static final int RUNS = 700;
  private static final int BEGUN = 60;

  @Test
  void judge_climbTooSlowForAStep_isADrift() {
    TrendReport report = climbing().judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.series().stream().filter(s -> s.state() == State.WORSE))
        .extracting(series -> series.mode() + " " + series.metric())
        .containsExactly("virtual latency-p99");
    assertThat(report.alerts()).extracting(Alert::kind).containsExactly(Alert.Kind.DRIFT);
  }

  /** One run of another host says nothing of the climb that the others saw. */
  @Test
  void judge_hostThatChangedSince_isStillTold() {
    List<String> before = keys(climbing());

    assertThat(before).hasSize(1);
    assertThat(keys(climbing().runs(1, "host-b", (series, run) -> 1))).isEqualTo(before);
  }

  @Test
  void judge_stepOnTopOfIt_isToldBesideIt() {
    double high = 1 + CLIMB * (RUNS - BEGUN);

    List<String> after =
        keys(climbing().runs(30, "host-a", (series, run) -> tail(series) ? 1.1 * high : 1));

    assertThat(after).hasSize(2).containsAll(keys(climbing()));
  }

  private static Past climbing() {
    return new Past(9)
        .runs(
            RUNS,
            "host-a",
            (series, run) -> tail(series) ? 1 + CLIMB * Math.max(0, run - BEGUN) : 1);
  }

  private static boolean tail(Past.Series series) {
    return series.mode().equals("virtual") && series.metric().equals("latency-p99");
  }

  private static List<String> keys(Past past) {
    return past.judged().alerts().stream().map(Alert::key).toList();
  }
}
