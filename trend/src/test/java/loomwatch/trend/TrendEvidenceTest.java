package loomwatch.trend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Outcome;
import loomwatch.trend.Alert.Status;
import org.junit.jupiter.api.Test;

/** What is compared with what: fingerprints, and what people and comparisons said. */
final class TrendEvidenceTest {

  /** p99 of virtual mode 6 % worse from run 60 on. */
  private static Past regressed(int runs) {
    return new Past(1).runs(runs, "host-a", (series, run) -> run >= 60 && tail(series) ? 1.06 : 1);
  }

  private static boolean tail(Past.Series series) {
    return series.mode().equals("virtual") && series.metric().equals("latency-p99");
  }

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
            .runs(20, "host-a", (series, run) -> tail(series) ? 1.08 : 1)
            .judged();

    assertThat(report.alerts()).extracting(alert -> alert.firstBad().index()).containsExactly(50);
    assertThat(requireNonNull(report.alerts().getFirst().lastGood()).index()).isEqualTo(39);
  }

  @Test
  void judge_suspectedBeforeTheHostChanged_isClosedOnceTheNewOneIsKnown() {
    Past past = regressed(80).runs(19, "host-b", (series, run) -> 1);
    assertThat(past.judged().alerts()).extracting(Alert::status).containsExactly(Status.SUSPECTED);

    Alert alert = past.runs(6, "host-b", (series, run) -> 1).judged().alerts().getFirst();
    assertThat(alert.status()).isEqualTo(Status.CLOSED);
    assertThat(alert.note())
        .isEqualTo(
            "host, toolchain or load changed before it was measured again; nobody can tell any more");
  }

  /** As one that a service's file changed; its CPU for each request is twice as much then. */
  @Test
  void judge_otherLoad_beginsTheSeriesAnew() {
    TrendReport report =
        new Past(7)
            .quiet(40) // by a version that does not tell loads
            .loaded("aaaaaaaaaaaa")
            .quiet(20)
            .loaded("bbbbbbbbbbbb")
            .runs(40, "host-a", (series, run) -> 2)
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
            .runs(2, "host-a", (series, run) -> 2)
            .loaded("aaaaaaaaaaaa")
            .runs(20, "host-a", (series, run) -> 1.3)
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
        regressed(80)
            .compared(59, 60, "virtual", "latency-p99", "regressed")
            .runs(30, "host-b", (series, run) -> 1)
            .judged();

    assertThat(report.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.alerts().getFirst().note())
        .startsWith("comparison run-80 found it again: ")
        .endsWith(
            "; host, toolchain or load changed since, so history cannot see it return: a comparison of"
                + " the last good commit with main tells");
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
    TrendReport report = regressed(90).judged(accepted);

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

    assertThat(regressed(90).judged(accepted).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.ACCEPTED);
  }

  /** A CUSUM begun anew at the accepted commit would learn the step as normal. */
  @Test
  void judge_stepSoonAfterAnAcceptedCommit_staysOpen() {
    Accepted accepted =
        new Accepted(
            null,
            List.of(new Accepted.Change(Past.commit(50), null, null, null, "no step there")),
            List.of());

    assertThat(regressed(90).judged(accepted).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.SUSPECTED);
  }

  @Test
  void judge_acceptedForAnotherMode_staysOpen() {
    Accepted accepted =
        new Accepted(
            null,
            List.of(new Accepted.Change(Past.commit(60), "hello", "platform", null, "worth it")),
            List.of());

    assertThat(regressed(90).judged(accepted).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.SUSPECTED);
  }

  @Test
  void judge_acceptedCommitThatNobodyMeasured_isAWarning() {
    Accepted accepted =
        new Accepted(
            null, List.of(new Accepted.Change("abcdef0", null, null, null, "x")), List.of());

    assertThat(new Past(7).quiet(60).judged(accepted).warnings())
        .containsExactly(
            "accepted.yaml names commit abcdef0, which no run measured: it accepts nothing");
  }

  @Test
  void judge_foundAgainByAComparison_isRegressed() {
    TrendReport report =
        regressed(80).compared(59, 60, "virtual", "latency-p99", "regressed").judged();

    assertThat(report.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.CONFIRMED);
    assertThat(report.alerts().getFirst().note())
        .isEqualTo("comparison run-80 found it again: hello virtual latency-p99 is worse by 5.0 %");
    assertThat(report.alerts().getFirst().comparison()).isEqualTo("run-80");
  }

  @Test
  void judge_notFoundAgainByAComparison_passes() {
    TrendReport report = regressed(80).compared(59, 60, "virtual", "latency-p99", "pass").judged();

    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.NOT_REPRODUCED);
  }

  @Test
  void judge_comparisonOfOtherCommits_saysNothing() {
    TrendReport report = regressed(80).compared(10, 11, "virtual", "latency-p99", "pass").judged();

    assertThat(report.alerts().getFirst().status()).isEqualTo(Status.SUSPECTED);
    assertThat(report.alerts().getFirst().note()).isNull();
    assertThat(report.alerts().getFirst().comparison()).isNull();
  }
}
