package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.measure.plan.Block.Place;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanTest {
  private static final List<Mode> BOTH = List.of(Mode.PLATFORM, Mode.VIRTUAL);
  private static final List<Scenario> TWO = Catalogue.SHIPPED.named(List.of("hello", "sleep-50"));

  private static final Plan.Subjects COMPARED =
      new Plan.Subjects(TWO, BOTH, List.of("base", "head"), List.of("base", "head"));

  private static final List<String> FOUR = List.of("a", "b", "c", "d");
  private static final Plan.Subjects STUDIED = new Plan.Subjects(TWO, BOTH, FOUR, FOUR);

  @Test
  void of_sameSeed_isTheSamePlan() {
    assertThat(Plan.of(Profile.QUICK, COMPARED, 5, 7))
        .isEqualTo(Plan.of(Profile.QUICK, COMPARED, 5, 7));
  }

  static Stream<Plan.Subjects> subjects() {
    return Stream.of(COMPARED, STUDIED);
  }

  /** Eight rounds of two scenarios. */
  @ParameterizedTest
  @MethodSource("subjects")
  void of_anySeed_givesEachPlaceEveryPositionAlike(Plan.Subjects subjects) {
    int places = 2 * subjects.arms().size();
    for (long seed = 0; seed < 200; seed++) {
      Map<Place, Integer> positions = new HashMap<>();
      blocks(Plan.of(Profile.FULL, subjects, 8, seed))
          .forEach(block -> {
            for (int position = 0; position < block.places().size(); position++) {
              positions.merge(block.places().get(position), position, Integer::sum);
            }
          });
      assertThat(positions).as("seed %d", seed).hasSize(places);
      assertThat(positions.values()).as("seed %d", seed).containsOnly(8 * (places - 1));
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void of_seeds_startWithDifferentPlaces(Plan.Subjects subjects) {
    Set<Place> firsts = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      firsts.add(blocks(Plan.of(Profile.QUICK, subjects, 1, seed)).getFirst().places().getFirst());
    }
    assertThat(firsts).hasSize(2 * subjects.arms().size());
  }

  @Test
  void of_twoArms_keepsThemSideBySideInEachMode() {
    for (long seed = 0; seed < 200; seed++) {
      for (Block block : blocks(Plan.of(Profile.QUICK, COMPARED, 3, seed))) {
        List<Mode> modes = block.places().stream().map(Place::mode).toList();
        assertThat(modes.get(0)).as("seed %d", seed).isEqualTo(modes.get(1));
        assertThat(modes.get(2)).as("seed %d", seed).isEqualTo(modes.get(3));
      }
    }
  }

  @Test
  void of_jmhIncluded_runsEachArmOnceInEveryRound() {
    assertThat(Plan.of(Profile.QUICK, COMPARED, 4, 1).rounds())
        .allSatisfy(round -> assertThat(round.jmhArms()).containsExactlyInAnyOrder("base", "head"));
  }

  private static List<Block> blocks(Plan plan) {
    return plan.rounds().stream().flatMap(round -> round.blocks().stream()).toList();
  }

  @Test
  void of_everyRound_measuresEveryScenarioOnce() {
    for (Plan.Round round : Plan.of(Profile.QUICK, COMPARED, 3, 3).rounds()) {
      assertThat(round.blocks())
          .extracting(block -> block.scenario().name())
          .containsExactlyInAnyOrder("hello", "sleep-50");
      assertThat(round.blocks()).allMatch(block -> block.number() == round.number());
    }
  }
}
