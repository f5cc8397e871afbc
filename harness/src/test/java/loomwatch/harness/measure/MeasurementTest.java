package loomwatch.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import loomwatch.harness.plan.Plan;
import loomwatch.harness.plan.Profile;
import loomwatch.harness.plan.Scenarios;
import loomwatch.results.Mode;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void expected_ofSmoke_keepsItsPromise() {
    assertThat(expected(Profile.SMOKE)).isLessThan(Duration.ofSeconds(90));
  }

  @Test
  void expected_ofQuick_keepsItsPromise() {
    assertThat(expected(Profile.QUICK)).isLessThan(Duration.ofMinutes(8));
  }

  private static Duration expected(Profile profile) {
    Plan.Subjects subjects =
        new Plan.Subjects(
            Scenarios.named(profile.scenarios()),
            List.of(Mode.values()),
            List.of("head"),
            Plan.Jmh.INCLUDED);
    return Measurement.expected(Plan.of(profile, subjects, profile.blocks(), 1));
  }
}
