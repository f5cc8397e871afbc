package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import loomwatch.judge.thresholds.Accepted;
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

  /** A climb that stays near what is too high is one alert, and one issue. */
  @Test
  void judge_climbThatDipsALittle_isTheSameOne() {
    double dipped = 1.044;

    assertThat(keys(climbing().runs(15, "host-a", (series, run) -> tail(series) ? dipped : 1)))
        .containsAll(keys(climbing()));
  }

  @Test
  void judge_climbThatWentBack_isNoLongerThere() {
    assertThat(drifts(climbing().runs(60, "host-a", (series, run) -> 1))).isEmpty();
  }

  /** By more than a step since that release, but it was too high long before it. */
  @Test
  void judge_releaseAmidTheClimb_isNotTheLastGoodOne() {
    TrendReport report = climbing(2 * RUNS + 50).released(RUNS, "v2").judged();

    assertThat(report.alerts())
        .filteredOn(alert -> alert.kind() == Alert.Kind.DRIFT)
        .singleElement()
        .satisfies(alert -> {
          assertThat(Objects.requireNonNull(alert.lastGood()).index())
              .isLessThan(alert.firstBad().index());
          assertThat(alert.firstBad().index()).isLessThan(RUNS);
        });
  }

  /** A release is tagged once its commit is on main, and measured. */
  @Test
  void judge_releaseTaggedAfterItWasMeasured_isWhatItIsComparedWith() {
    TrendReport report =
        climbing(2 * RUNS)
            .judged(Accepted.NOTHING, new Checkout(false, Set.of(Past.commit(BEGUN))));

    assertThat(report.alerts())
        .filteredOn(alert -> alert.kind() == Alert.Kind.DRIFT)
        .extracting(alert -> Objects.requireNonNull(alert.lastGood()).index())
        .containsExactly(BEGUN);
  }

  private static Past climbing() {
    return climbing(RUNS);
  }

  private static Past climbing(int runs) {
    return new Past(9)
        .runs(
            runs,
            "host-a",
            (series, run) -> tail(series) ? 1 + CLIMB * Math.max(0, run - BEGUN) : 1);
  }

  private static boolean tail(Past.Series series) {
    return series.mode().equals("virtual") && series.metric().equals("latency-p99");
  }

  private static List<Alert> drifts(Past past) {
    return past.judged().alerts().stream()
        .filter(alert -> alert.kind() == Alert.Kind.DRIFT)
        .toList();
  }

  private static List<String> keys(Past past) {
    return past.judged().alerts().stream().map(Alert::key).toList();
  }
}
