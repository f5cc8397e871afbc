package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanTest {
  private static final List<Mode> BOTH = List.of(Mode.PLATFORM, Mode.VIRTUAL);
  private static final List<Scenario> TWO = Catalogue.SHIPPED.named(List.of("hello", "sleep-50"));

  private static final Plan.Matrix COMPARED =
      new Plan.Matrix(TWO, BOTH, List.of("base", "head"), List.of("base", "head"));

  private static final List<String> FOUR = List.of("a", "b", "c", "d");
  private static final Plan.Matrix STUDIED = new Plan.Matrix(TWO, BOTH, FOUR, FOUR);

  @Test
  void of_sameSeed_isTheSamePlan() {
    assertThat(Plan.of(Profile.QUICK, COMPARED, 5, 7))
        .isEqualTo(Plan.of(Profile.QUICK, COMPARED, 5, 7));
  }

  static Stream<Plan.Matrix> matrix() {
    return Stream.of(COMPARED, STUDIED);
  }

  /** Eight rounds of two scenarios. */
  @ParameterizedTest
  @MethodSource("matrix")
  void of_anySeed_givesEachPlaceEveryPositionAlike(Plan.Matrix matrix) {
    int places = 2 * matrix.variants().size();
    for (long seed = 0; seed < 200; seed++) {
      Map<Place, Integer> positions = new HashMap<>();
      groups(Plan.of(Profile.FULL, matrix, 8, seed))
          .forEach(group -> {
            for (int position = 0; position < group.places().size(); position++) {
              positions.merge(group.places().get(position), position, Integer::sum);
            }
          });
      assertThat(positions).as("seed %d", seed).hasSize(places);
      assertThat(positions.values()).as("seed %d", seed).containsOnly(8 * (places - 1));
    }
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void of_seeds_startWithDifferentPlaces(Plan.Matrix matrix) {
    Set<Place> firsts = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      firsts.add(groups(Plan.of(Profile.QUICK, matrix, 1, seed)).getFirst().places().getFirst());
    }
    assertThat(firsts).hasSize(2 * matrix.variants().size());
  }

  @Test
  void of_service_sharesLaunchesAmongScenariosInEitherOrder() {
    List<LaunchGroup> groups = groups(Plan.of(Profile.QUICK.forService(), COMPARED, 2, 3));

    assertThat(groups).hasSize(2);
    assertThat(names(groups.getFirst())).containsExactlyInAnyOrder("hello", "sleep-50");
    assertThat(names(groups.getLast())).isEqualTo(names(groups.getFirst()).reversed());
  }

  @Test
  void of_serviceWhoseScenariosHaveOtherThreads_givesThemLaunchesOfTheirOwn() {
    Scenario narrow = new Scenario("narrow", "/hello", 100, 50, 10, false, Set.of());
    Plan.Matrix matrix =
        new Plan.Matrix(
            Stream.concat(TWO.stream(), Stream.of(narrow)).toList(), BOTH, FOUR, List.of());

    assertThat(Plan.of(Profile.QUICK.forService(), matrix, 1, 3).rounds().getFirst().groups())
        .extracting(PlanTest::names)
        .contains(List.of("narrow"))
        .hasSize(2);
  }

  private static List<String> names(LaunchGroup group) {
    return group.scenarios().stream().map(Scenario::name).toList();
  }

  @Test
  void of_twoVariants_keepsThemSideBySideInEachMode() {
    for (long seed = 0; seed < 200; seed++) {
      for (LaunchGroup group : groups(Plan.of(Profile.QUICK, COMPARED, 3, seed))) {
        List<Mode> modes = group.places().stream().map(Place::mode).toList();
        assertThat(modes.get(0)).as("seed %d", seed).isEqualTo(modes.get(1));
        assertThat(modes.get(2)).as("seed %d", seed).isEqualTo(modes.get(3));
      }
    }
  }

  @Test
  void of_jmhIncluded_runsEachVariantOnceInEveryRound() {
    assertThat(Plan.of(Profile.QUICK, COMPARED, 4, 1).rounds())
        .allSatisfy(
            round -> assertThat(round.jmhVariants()).containsExactlyInAnyOrder("base", "head"));
  }

  private static List<LaunchGroup> groups(Plan plan) {
    return plan.rounds().stream().flatMap(round -> round.groups().stream()).toList();
  }

  @Test
  void of_everyRound_measuresEveryScenarioOnce() {
    for (Plan.Round round : Plan.of(Profile.QUICK, COMPARED, 3, 3).rounds()) {
      assertThat(round.groups())
          .flatExtracting(PlanTest::names)
          .containsExactlyInAnyOrder("hello", "sleep-50");
      assertThat(round.groups()).allMatch(group -> group.number() == round.number());
    }
  }
}
