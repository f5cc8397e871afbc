package loomwatch.trend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.History;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.Alert.Kind;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.SeriesState.State;
import org.junit.jupiter.api.Test;

final class TrendJudgeTest {

  @Test
  void judge_nothingChanged_passes() {
    TrendReport report = new Past(7).quiet(120).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts()).isEmpty();
    assertThat(report.series()).extracting(SeriesState::state).containsOnly(State.STEADY);
    assertThat(report.warnings()).isEmpty();
  }

  @Test
  void judge_step_namesCommitModeMetricAndHowSure() {
    TrendReport report = Past.regressed(80).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.alerts()).hasSize(1);
    Alert alert = report.alerts().getFirst();
    assertThat(alert.status()).isEqualTo(Status.SUSPECTED);
    assertThat(alert.kind()).isEqualTo(Kind.STEP);
    assertThat(alert.direction()).isEqualTo(Change.WORSE);
    assertThat(alert.firstBad().commit()).isEqualTo(Past.commit(60));
    assertThat(requireNonNull(alert.lastGood()).commit()).isEqualTo(Past.commit(59));
    assertThat(alert.suspects()).containsExactly(Past.commit(60));
    assertThat(alert.detectedAt().index()).isBetween(62, 65);
    assertThat(alert.key()).matches("[0-9a-f]{12}");
    assertThat(alert.confirmWith())
        .isEqualTo(
            "./loomwatch compare --base ref=%s --head ref=%s --scenario hello"
                .formatted(Past.commit(59), Past.commit(60)));
    SeriesChange finding = alert.findings().getFirst();
    assertThat(finding.mode()).isEqualTo("virtual");
    assertThat(finding.metric()).isEqualTo("latency-p99");
    assertThat(finding.effectPercent()).isCloseTo(6, within(1.5));
    Interval interval = requireNonNull(finding.interval());
    assertThat(interval.low()).isBetween(4.0, 6.0);
    assertThat(interval.high()).isBetween(6.0, 8.0);
  }

  /** They neither teach what is normal, nor confirm, nor are points. */
  @Test
  void judge_backfilledCommits_changeNothingButThePlaces() {
    for (Past past : List.of(new Past(7).quiet(10), new Past(7).quiet(120), Past.regressed(80))) {
      String without = withoutPlaces(past.history());

      assertThat(withoutPlaces(past.backfilled(12, 60).history())).isEqualTo(without);
    }
  }

  private static String withoutPlaces(History history) {
    Instant now = Past.BEGIN.plus(Past.STEP.multipliedBy(130));
    return TrendJson.write(TrendJudge.judge(history.inCommitOrder(), Accepted.NOTHING, now))
        .replaceAll("\"(index|entries|levelSince)\" ?: ?\\d+", "");
  }

  @Test
  void judge_moreRunsAfterAStep_keepTheAlertsKey() {
    assertThat(TrendJson.write(Past.regressed(80).judged()))
        .as("same inputs")
        .isEqualTo(TrendJson.write(Past.regressed(80).judged()));
    String key = Past.regressed(66).judged().alerts().getFirst().key();

    assertThat(Past.regressed(90).judged().alerts().getFirst().key()).isEqualTo(key);
    assertThat(Past.regressed(300).judged().alerts()).extracting(Alert::key).containsExactly(key);
  }

  /**
   * Reverted and landed again, smaller: what it left is the level between, not the bad one before.
   */
  @Test
  void judge_stepSoonAfterOneThatWasFixed_isOpen() {
    TrendReport report =
        new Past(4).tail(120, run -> run >= 84 ? 1.06 : run >= 60 && run < 75 ? 1.12 : 1).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.alerts())
        .filteredOn(alert -> alert.actionable())
        .singleElement()
        .satisfies(
            alert -> assertThat(alert.findings().getFirst().effectPercent()).isBetween(4.0, 8.0));
  }

  @Test
  void judge_twoMetricsOfOneChange_areOneAlert() {
    TrendReport report =
        new Past(2)
            .runs(90, (series, run) -> series.mode().equals("virtual") && run >= 60 ? 1.08 : 1)
            .judged();

    assertThat(report.alerts()).hasSize(1);
    assertThat(report.alerts().getFirst().findings())
        .extracting(finding -> finding.mode() + " " + finding.metric())
        .containsExactlyInAnyOrder("virtual latency-p99", "virtual cpu-per-request");
  }

  @Test
  void judge_twoChangesFarApart_areTwoAlerts() {
    TrendReport report =
        new Past(3)
            .runs(
                120,
                (series, run) -> {
                  int at = series.metric().equals("latency-p99") ? 60 : 70;
                  return series.mode().equals("virtual") && run >= at ? 1.08 : 1;
                })
            .judged();

    assertThat(report.alerts())
        .extracting(alert -> alert.firstBad().index())
        .containsExactly(70, 60);
  }

  @Test
  void judge_improvement_passes() {
    TrendReport report = new Past(4).tail(90, run -> run >= 60 ? 0.9 : 1).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts()).extracting(Alert::direction).containsExactly(Change.BETTER);
    assertThat(report.alerts().getFirst().findings().getFirst().effectPercent()).isNegative();
  }

  @Test
  void judge_levelThatCameBack_isClosed() {
    TrendReport report = new Past(5).tail(130, run -> run >= 60 && run < 90 ? 1.08 : 1).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    Alert worse =
        report.alerts().stream()
            .filter(alert -> alert.direction() == Change.WORSE)
            .findFirst()
            .orElseThrow();
    assertThat(worse.status()).isEqualTo(Status.CLOSED);
    assertThat(requireNonNull(worse.closedAt()).index()).isBetween(92, 105);
  }

  @Test
  void judge_lossThatReturns_isOpenAgainUnderItsKey() {
    Past past = new Past(5).tail(130, run -> run >= 60 && run < 90 ? 1.08 : 1);
    Alert closed = worse(past.judged()).getFirst();

    TrendReport report = past.tail(20, run -> 1.08).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(worse(report))
        .singleElement()
        .satisfies(alert -> {
          assertThat(alert.key()).isEqualTo(closed.key());
          assertThat(alert.status()).isEqualTo(Status.SUSPECTED);
          assertThat(alert.closedAt()).isNull();
        });
  }

  /** A level that was never as bad as it is now, right after one that was better than ever. */
  @Test
  void judge_worseAfterAnImprovement_isNeverBetter() {
    TrendReport report =
        new Past(5).tail(100, run -> run < 60 ? 1 : run < 72 ? 0.93 : 1.04).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.series())
        .filteredOn(series -> series.state() == State.WORSE)
        .singleElement()
        .satisfies(series -> assertThat(series.reason()).startsWith("1"));
  }

  @Test
  void judge_stepThatComesToLessThanMatters_isClosed() {
    for (long seed = 1; seed <= 20; seed++) {
      TrendReport report =
          new Past(seed).tail(200, run -> run >= 100 ? run < 115 ? 1.03 : 1.004 : 1).judged();

      assertThat(report.alerts()).as("seed %d", seed).isNotEmpty();
      assertThat(report.alerts().stream().filter(alert -> alert.status().open()))
          .as("seed %d", seed)
          .allSatisfy(alert ->
              assertThat(Math.abs(requireNonNull(alert.findings().getFirst().effectPercent())))
                  .isGreaterThanOrEqualTo(0.5));
    }
  }

  @Test
  void judge_stepThatWentAway_isClosed() {
    TrendReport report = small().judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(worse(report)).extracting(Alert::status).containsExactly(Status.CLOSED);
    assertThat(report.series()).extracting(SeriesState::state).containsOnly(State.STEADY);
    Past found = small().compared(99, 100, "virtual", "latency-p99", "regressed");
    assertThat(worse(found.judged())).extracting(Alert::status).containsExactly(Status.CONFIRMED);
  }

  private static List<Alert> worse(TrendReport report) {
    return report.alerts().stream().filter(alert -> alert.direction() == Change.WORSE).toList();
  }

  /** p99 of virtual mode 4 % worse from run 100 on, .2 % from run 105 on. */
  private static Past small() {
    return new Past(6).tail(200, run -> run >= 100 ? run < 105 ? 1.04 : 1.002 : 1);
  }

  @Test
  void judge_commitMeasuredBeforeAndAfter_isNotLastGoodAsWell() {
    Past past = Past.regressed(80);
    for (int run = 58; run <= 62; run++) {
      past.named(run, Past.commit(58));
    }
    Alert alert = past.judged().alerts().getFirst();

    assertThat(alert.firstBad().commit()).isEqualTo(Past.commit(58));
    assertThat(requireNonNull(alert.lastGood()).commit()).isEqualTo(Past.commit(57));
    assertThat(alert.suspects()).containsExactly(Past.commit(58));
    assertThat(alert.confirmWith()).contains(Past.commit(57)).contains(Past.commit(58));
  }

  @Test
  void judge_oneCommitEver_isNotBlamed() {
    Past past = Past.regressed(80);
    for (int run = 0; run < 80; run++) {
      past.named(run, Past.commit(0));
    }
    TrendReport report = past.judged();

    assertThat(report.alerts()).isEmpty();
    assertThat(report.resets()).extracting(reset -> reset.at().index()).containsExactly(60);
    assertThat(report.warnings())
        .contains(
            "hello virtual latency-p99 of commit 10000000 changed while the commit stayed: machine"
                + " or runtime, no commit is blamed");
  }

  @Test
  void judge_everyEffect_liesInItsInterval() {
    for (long seed = 1; seed <= 20; seed++) {
      TrendReport report =
          new Past(seed).runs(200, (series, run) -> 1 + 0.001 * Math.max(0, run - 60)).judged();
      for (Alert alert : report.alerts()) {
        for (SeriesChange finding : alert.findings()) {
          Interval interval = requireNonNull(finding.interval());
          assertThat(finding.effectPercent())
              .as("seed %d", seed)
              .isBetween(interval.low(), interval.high());
        }
      }
    }
  }

  @Test
  void judge_fewRuns_saysThatItCannotTell() {
    TrendReport report = new Past(7).quiet(10).judged();

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.series()).extracting(SeriesState::state).containsOnly(State.LEARNING);
    assertThat(report.warnings())
        .containsExactly(
            "no series has the 20 points it takes to know what is normal: nothing was judged yet");
  }
}
