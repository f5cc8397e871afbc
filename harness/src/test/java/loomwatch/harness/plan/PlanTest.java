package loomwatch.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final List<Mode> BOTH = List.of(Mode.PLATFORM, Mode.VIRTUAL);
  private static final List<Scenario> TWO = Scenarios.named(List.of("hello", "sleep-50"));

  @Test
  void of_sameSeed_isTheSamePlan() {
    assertThat(Plan.of(Profile.QUICK, TWO, BOTH, Plan.Jmh.INCLUDED, 7))
        .isEqualTo(Plan.of(Profile.QUICK, TWO, BOTH, Plan.Jmh.INCLUDED, 7));
  }

  @Test
  void of_anySeed_startsEachModeAboutEquallyOften() {
    for (long seed = 0; seed < 200; seed++) {
      long platformFirst =
          Plan.of(Profile.FULL, TWO, BOTH, Plan.Jmh.LEFT_OUT, seed).rounds().stream()
              .flatMap(round -> round.blocks().stream())
              .filter(block -> block.modes().getFirst() == Mode.PLATFORM)
              .count();
      assertThat(platformFirst).as("seed %d", seed).isEqualTo(Profile.FULL.blocks());
    }
  }

  @Test
  void of_everyRound_measuresEveryScenarioOnce() {
    for (Plan.Round round : Plan.of(Profile.QUICK, TWO, BOTH, Plan.Jmh.INCLUDED, 3).rounds()) {
      assertThat(round.blocks())
          .extracting(block -> block.scenario().name())
          .containsExactlyInAnyOrder("hello", "sleep-50");
      assertThat(round.blocks()).allMatch(block -> block.number() == round.number());
    }
  }

  @Test
  void profiles_nameOnlyKnownScenarios() {
    for (Profile profile : Profile.all()) {
      assertThat(Scenarios.byName().keySet()).containsAll(profile.scenarios());
    }
  }
}
