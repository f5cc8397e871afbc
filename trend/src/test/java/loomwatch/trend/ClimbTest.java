package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import loomwatch.judge.verdict.Outcome;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.SeriesState.State;
import org.junit.jupiter.api.Test;

/** Climbs that no single commit shows. */
final class ClimbTest {
  /** Of one run, once it climbs. */
  private static final double CLIMB = 0.0001;

  private static final int RUNS = 700;
  private static final int BEGUN = 60;

  @Test
  void judge_climbTooSlowForAStep_isWorseThanTheLevelBeforeAllOfIt() {
    TrendReport report = climbing().judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.series())
        .filteredOn(series -> series.state() == State.WORSE)
        .singleElement()
        .satisfies(series -> {
          assertThat(series.mode() + " " + series.metric()).isEqualTo("virtual latency-p99");
          assertThat(series.reason()).matches("[56]\\.\\d % worse than from 10000000 on");
        });
    assertThat(report.alerts())
        .isNotEmpty()
        .allSatisfy(alert -> {
          assertThat(alert.kind()).isEqualTo(Alert.Kind.DRIFT);
          assertThat(Objects.requireNonNull(alert.lastGood()).index()).isLessThan(BEGUN);
        });
  }

  /** One run of another host says nothing of the climb that the others saw. */
  @Test
  void judge_climbThatDipsOrHostThatChanged_isStillTold() {
    assertThat(keys(climbing().runs(1, "host-b", (series, run) -> 1))).isEqualTo(keys(climbing()));
    assertThat(keys(climbing().tail(15, run -> 1.044))).containsAll(keys(climbing()));
  }

  @Test
  void judge_stepOnTopOfIt_isToldBesideIt() {
    double high = 1 + CLIMB * (RUNS - BEGUN);

    List<String> after = keys(climbing().tail(30, run -> 1.1 * high));

    assertThat(after).hasSizeGreaterThan(keys(climbing()).size()).containsAll(keys(climbing()));
  }

  @Test
  void judge_climbThatWentBack_isNoLongerThere() {
    TrendReport report = climbing().runs(60, (series, run) -> 1).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts())
        .filteredOn(alert -> alert.direction() == Change.WORSE)
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(alert.status()).isEqualTo(Alert.Status.CLOSED));
  }

  private static Past climbing() {
    return new Past(9).tail(RUNS, run -> 1 + CLIMB * Math.max(0, run - BEGUN));
  }

  private static List<String> keys(Past past) {
    return past.judged().alerts().stream().map(Alert::key).toList();
  }
}
