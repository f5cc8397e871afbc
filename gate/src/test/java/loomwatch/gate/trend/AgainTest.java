package loomwatch.gate.trend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AgainTest {
  private static Past changed(double factor) {
    return new Past(1)
        .runs(
            80,
            "host-a",
            (series, run) -> run >= 60 && series.equals(Past.USUAL.get(1)) ? factor : 1);
  }

  @Test
  void of_suspectedForTheWorse_namesBothCommitsAndTheScenario() {
    assertThat(Again.of(changed(1.06).judged()).orElseThrow().outputs())
        .containsExactly("base=" + Past.commit(59), "head=" + Past.commit(60), "scenario=hello");
  }

  @Test
  void of_betterOrNothing_isNothing() {
    assertThat(changed(0.94).judged().alerts()).isNotEmpty();
    assertThat(Again.of(changed(0.94).judged())).isEmpty();
    assertThat(Again.of(new Past(1).quiet(80).judged())).isEmpty();
  }

  @Test
  void of_measuredAgain_isNothingWhateverItSaid() {
    for (String outcome : new String[] {"regressed", "inconclusive", "pass"}) {
      Past past = changed(1.06).compared(59, 60, "virtual", "latency-p99", outcome);

      assertThat(past.judged().alerts()).as(outcome).isNotEmpty();
      assertThat(Again.of(past.judged())).as(outcome).isEmpty();
    }
  }
}
