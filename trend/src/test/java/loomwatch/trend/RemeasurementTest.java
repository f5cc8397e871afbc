package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.results.history.Confirmation.Unmeasured.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RemeasurementTest {
  private static Past changed(double factor) {
    return new Past(1).tail(80, run -> run >= 60 ? factor : 1);
  }

  @Test
  void of_suspectedForTheWorse_namesBothCommitsAndTheScenario() {
    assertThat(Remeasurement.of(changed(1.06).judged()).orElseThrow().outputs())
        .containsExactly(
            "base=" + Past.commit(59),
            "head=" + Past.commit(60),
            "scenario=hello",
            "capacity=false");
  }

  /** The JMH suite tells nothing of servers, however sure it is. */
  @Test
  void of_serverAndSuiteWorse_namesAScenarioOfEach() {
    Past past = changed(1.06).withSuite(run -> run >= 60 ? 1.2 : 1);
    TrendReport report = past.judged();

    assertThat(report.alerts()).hasSize(1);
    assertThat(report.alerts().getFirst().confirmWith())
        .endsWith(" --scenario jmh-create-batch,hello");
    assertThat(Remeasurement.of(report).orElseThrow().outputs())
        .contains("scenario=jmh-create-batch,hello");
    past.unmeasured(59, 60, "jmh-create-batch,hello", Cause.ALIKE);
    assertThat(Remeasurement.of(past.judged())).isEmpty();
  }

  /** What needs quoting in a shell is left out, and the method measured with all parameters. */
  @ParameterizedTest
  @CsvSource({
    "'a.Csv.hash:rows=10,size=1', 'a.Csv.hash:rows=10,size=1'",
    "'a.Csv.hash:text={\"it''s\"}', a.Csv.hash",
    "a.Csv.hash:size=$(x), a.Csv.hash"
  })
  void of_benchmarkOfATeams_isChosenByName(String benchmark, String choice) {
    Past past =
        new Past(1).quiet(80).withBenchmark(benchmark, "platform", run -> run >= 60 ? 1.2 : 1);

    assertThat(Remeasurement.of(past.judged()).orElseThrow().scenario()).isEqualTo(choice);
  }

  @Test
  void of_lessIsBorne_asksForThat() {
    TrendReport report = new Past(1).bearing(80, run -> run >= 60 ? 0.9 : 1).judged();

    assertThat(Remeasurement.of(report).orElseThrow().outputs()).endsWith("capacity=true");
    assertThat(report.alerts().getFirst().confirmWith()).endsWith("--scenario hello --capacity");
  }

  @Test
  void of_betterOrNothing_isNothing() {
    assertThat(changed(0.94).judged().alerts()).isNotEmpty();
    assertThat(Remeasurement.of(changed(0.94).judged())).isEmpty();
    assertThat(Remeasurement.of(new Past(1).quiet(80).judged())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"7, false", "39, false", "40, true", "64, true"})
  void of_lastGoodOfSoManyDigits_mustBeWhole(int digits, boolean told) {
    String commit = (Past.commit(59) + "0".repeat(24)).substring(0, digits);
    TrendReport report = changed(1.06).named(59, commit).judged();

    assertThat(report.alerts().getFirst().confirmWith()).contains("ref=" + commit + " ");
    assertThat(Remeasurement.of(report).isPresent()).isEqualTo(told);
  }

  @Test
  void of_newestSuspectFailsAgainAndAgain_namesTheOther() {
    Past past =
        new Past(1)
            .runs(
                120,
                (series, run) ->
                    run >= 60 && series.isTail() || run >= 90 && series.equals(Past.USUAL.get(2))
                        ? 1.06
                        : 1);
    Remeasurement newest = Remeasurement.of(past.judged()).orElseThrow();
    for (int time = 0; time < 2; time++) {
      assertThat(Remeasurement.of(past.judged())).contains(newest);
      past.unmeasured(89, 90, "hello", Cause.FAILED);
    }
    assertThat(newest.base()).isEqualTo(Past.commit(89));

    assertThat(newest.head()).isEqualTo(Past.commit(90));
    assertThat(Remeasurement.of(past.judged()).orElseThrow().head()).isEqualTo(Past.commit(60));
  }

  @Test
  void of_measuredAgain_isNothingWhateverItSaid() {
    for (String outcome : new String[] {"regressed", "inconclusive", "pass"}) {
      Past past = changed(1.06).compared(59, 60, "virtual", "latency-p99", outcome);

      assertThat(past.judged().alerts()).as(outcome).isNotEmpty();
      assertThat(Remeasurement.of(past.judged())).as(outcome).isEmpty();
    }
  }
}
