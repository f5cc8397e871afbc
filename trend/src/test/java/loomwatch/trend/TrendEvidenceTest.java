package loomwatch.trend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries.SeriesName;
import loomwatch.trend.Alert.Status;
import org.junit.jupiter.api.Test;

/** What is compared with what: fingerprints, and what people and comparisons said. */
final class TrendEvidenceTest {

  @Test
  void judge_otherFingerprint_isNeverCompared() {
    TrendReport report = new Past(6).quiet(60).runs(60, "host-b", (series, run) -> 1.3).judged();

    assertThat(report.alerts()).isEmpty();
    assertThat(report.resets()).hasSize(1);
    assertThat(report.resets().getFirst().at().index()).isEqualTo(60);
    assertThat(report.resets().getFirst().reason()).isEqualTo("JDK 25.0.3+9 → 26+1");
  }

  @Test
  void judge_firstFingerprintBack_goesOnWhereItStopped() {
    TrendReport report =
        new Past(8)
            .quiet(40)
            .runs(10, "host-b", (series, run) -> 1.3)
            .tail(20, run -> 1.08)
            .judged();

    assertThat(report.alerts()).extracting(alert -> alert.firstBad().index()).containsExactly(50);
    assertThat(requireNonNull(report.alerts().getFirst().lastGood()).index()).isEqualTo(39);
  }

  @Test
  void judge_suspectedBeforeTheHostChanged_isClosedOnceTheNewOneIsKnown() {
    Past past = Past.regressed(80).runs(19, "host-b", (series, run) -> 1);
    assertThat(past.judged().alerts()).extracting(Alert::status).containsExactly(Status.SUSPECTED);

    Alert alert = past.runs(6, "host-b", (series, run) -> 1).judged().alerts().getFirst();
    assertThat(alert.status()).isEqualTo(Status.CLOSED);
    assertThat(alert.note())
        .isEqualTo(
            "host, runtime or load changed before it was measured again; it cannot be checked any more");
  }

  /** As one that a service's file changed; its CPU for each request is twice as much then. */
  @Test
  void judge_otherLoad_beginsTheSeriesAgain() {
    TrendReport report =
        new Past(7)
            .quiet(40) // by a version that does not tell loads
            .loaded("aaaaaaaaaaaa")
            .quiet(20)
            .loaded("bbbbbbbbbbbb")
            .runs(40, (series, run) -> 2)
            .judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts()).isEmpty();
    assertThat(report.resets())
        .singleElement()
        .satisfies(reset -> {
          assertThat(reset.at().index()).isEqualTo(60);
          assertThat(reset.scenario()).isEqualTo("hello");
          assertThat(reset.reason()).isEqualTo("the load of hello changed");
        });
  }

  @Test
  void judge_worseUnderTheLoadOfBefore_isFoundAcrossAnother() {
    TrendReport report =
        new Past(7)
            .loaded("aaaaaaaaaaaa")
            .quiet(60)
            .loaded("bbbbbbbbbbbb")
            .runs(2, (series, run) -> 2)
            .loaded("aaaaaaaaaaaa")
            .runs(20, (series, run) -> 1.3)
            .judged();

    assertThat(report.alerts())
        .isNotEmpty()
        .allSatisfy(alert -> {
          assertThat(alert.firstBad().commit()).isEqualTo(Past.commit(62));
          assertThat(requireNonNull(alert.lastGood()).commit()).isEqualTo(Past.commit(59));
        });
  }

  @Test
  void judge_confirmedBeforeTheHostChanged_staysOpen() {
    TrendReport report =
        Past.regressed(80)
            .compared(59, 60, "virtual", "latency-p99", "regressed")
            .runs(30, "host-b", (series, run) -> 1)
            .judged();

    assertThat(report.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.alerts().getFirst().note())
        .startsWith("comparison run-80 found it again: ")
        .endsWith(
            "; host, runtime or load changed since, so history cannot see it return: a comparison of"
                + " the last good commit with main decides");
  }

  @Test
  void judge_acceptedStep_isNoLongerOpen() {
    Accepted accepted =
        new Accepted(
            null,
            List.of(
                new Accepted.Change(
                    Past.commit(60).substring(0, 7), "hello", "virtual", null, "worth it")),
            List.of(new Accepted.Note(Past.commit(3), "new memory")));
    TrendReport report = Past.regressed(90).judged(accepted);

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts()).extracting(Alert::status).containsExactly(Status.ACCEPTED);
    assertThat(report.resets())
        .extracting(TrendReport.BaselineReset::reason)
        .containsExactly("accepted: worth it");
    assertThat(report.annotations())
        .containsExactly(new TrendReport.Annotation(Past.commit(3), 3, "new memory"));
  }

  /** The first moves where the second's step is seen; it is accepted all the same. */
  @Test
  void judge_stepAcceptedAfterAnotherCommitWas_isNoLongerOpen() {
    Accepted accepted =
        new Accepted(
            null,
            List.of(
                new Accepted.Change(Past.commit(30), null, null, null, "no step there"),
                new Accepted.Change(Past.commit(60), null, null, null, "worth it")),
            List.of());

    assertThat(Past.regressed(90).judged(accepted).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.ACCEPTED);
  }

  /** As of a rebase of several commits, of which the last one is accepted. */
  @Test
  void judge_acceptedTwoCommitsAfterTheStep_isNoLongerOpen() {
    assertThat(Past.regressed(90).judged(Past.accepting(62)).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.ACCEPTED);
  }

  /** A CUSUM begun again at the accepted commit would learn the step as normal. */
  @Test
  void judge_acceptedBeforeItOrForAnotherMode_staysOpen() {
    Accepted platform = Past.accepting(Past.commit(60), "hello", "platform", null);
    for (Accepted other : List.of(Past.accepting(50), platform)) {
      assertThat(Past.regressed(90).judged(other).alerts())
          .extracting(Alert::status)
          .containsExactly(Status.SUSPECTED);
    }
  }

  @Test
  void judge_acceptedCommitThatNobodyMeasured_isAWarning() {
    Accepted accepted = Past.accepting("abcdef0", null, null, null);

    assertThat(new Past(7).quiet(60).judged(accepted).warnings())
        .containsExactly(
            "accepted.yaml names commit abcdef0, which no run measured: it accepts nothing");
  }

  @Test
  void judge_foundAgainByAComparison_isRegressed() {
    TrendReport report =
        Past.regressed(80).compared(59, 60, "virtual", "latency-p99", "regressed").judged();

    assertThat(report.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.CONFIRMED);
    assertThat(report.alerts().getFirst().note())
        .isEqualTo("comparison run-80 found it again: hello virtual latency-p99 is worse by 5.0 %");
    assertThat(report.alerts().getFirst().comparison()).isEqualTo("run-80");
  }

  @Test
  void judge_notFoundAgainByAComparison_passes() {
    TrendReport report =
        Past.regressed(80).compared(59, 60, "virtual", "latency-p99", "pass").judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.NOT_REPRODUCED);
  }

  @Test
  void judge_comparisonOfOtherCommits_saysNothing() {
    TrendReport report =
        Past.regressed(80).compared(10, 11, "virtual", "latency-p99", "pass").judged();

    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.SUSPECTED);
    assertThat(report.alerts().getFirst().note()).isNull();
    assertThat(report.alerts().getFirst().comparison()).isNull();
  }

  private static final String DIGEST = "sha256:" + "c".repeat(64);
  private static final Past STEP = new Past(1).quiet(60).tail(15, run -> 1.06);

  @Test
  void judge_stepWithinTheHostsOwnNoise_isNoAlert() {
    assertThat(STEP.judged().verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(STEP.judged().alerts()).hasSize(1);

    TrendReport calibrated = judged("host-a", 20);

    assertThat(calibrated.verdict()).isEqualTo(Outcome.PASS);
    assertThat(calibrated.alerts()).isEmpty();
    assertThat(calibrated.history().calibrations()).containsExactly(DIGEST);
  }

  @Test
  void judge_floorBelowWhatHistoryShowsOrOfAnotherHost_changesNothing() {
    assertThat(judged("host-a", 0.5).alerts()).isEqualTo(STEP.judged().alerts());
    assertThat(judged("host-b", 20).alerts()).isEqualTo(STEP.judged().alerts());
  }

  @Test
  void floor_of95Percent_isADeviationOfLogarithms() {
    TrendFloors floors = floors("host-a", 4);

    assertThat(floors.of("host-a", new SeriesName("hello", "virtual", "latency-p99")))
        .isCloseTo(Math.log(1.04) / 1.96, within(1e-15));
  }

  private static TrendReport judged(String fingerprint, double percent) {
    return TrendJudge.judge(
        STEP.history(),
        Accepted.NOTHING,
        STEP.judged().history().judgedAt(),
        floors(fingerprint, percent),
        KnownCommits.UNKNOWN,
        Budget.NONE);
  }

  private static TrendFloors floors(String fingerprint, double percent) {
    return TrendFloors.of(
        Map.of(
            fingerprint,
            new NoiseFloors(
                DIGEST,
                List.of(new NoiseFloors.Floor("hello", Mode.VIRTUAL, Metric.LATENCY_P99, percent)),
                null)));
  }
}
