package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchGroupTest {
  @Test
  void windowOrder_twoLaunches_isThereAndBackAgain() {
    assertThat(LaunchGroup.windowOrder(2, 4)).isEqualTo(List.of(0, 1, 1, 0, 0, 1, 1, 0));
  }

  @Test
  void windowOrder_oneLaunch_isThatLaunchOnly() {
    assertThat(LaunchGroup.windowOrder(1, 3)).containsExactly(0, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 8})
  void windowOrder_wholeDesign_putsEachEquallyOftenAtEachPlaceAndBehindEachOther(int launches) {
    int cycles = launches % 2 == 0 ? launches : 2 * launches;
    List<Integer> order = LaunchGroup.windowOrder(launches, cycles);
    int[][] atPlace = new int[launches][launches];
    int[][] after = new int[launches][launches];
    for (int position = 0; position < order.size(); position++) {
      int place = position % launches;
      atPlace[order.get(position)][place]++;
      if (place > 0) {
        after[order.get(position)][order.get(position - 1)]++;
      }
    }

    for (int launch = 0; launch < launches; launch++) {
      assertThat(atPlace[launch]).containsOnly(cycles / launches);
      for (int other = 0; other < launches; other++) {
        assertThat(after[launch][other]).isEqualTo(other == launch ? 0 : cycles / launches);
      }
    }
  }

  @Test
  void windowOrder_fourLaunches_loadsNoneTwiceRunning() {
    List<Integer> order = LaunchGroup.windowOrder(4, 16);

    for (int position = 1; position < order.size(); position++) {
      assertThat(order.get(position)).isNotEqualTo(order.get(position - 1));
    }
  }

  @Test
  void shown_ofOneStack_namesIt() {
    assertThat(shown("jetty", "jetty")).isEqualTo("hello of jetty round 3");
  }

  @Test
  void shown_ofOneServerOrACommitAndItsBase_namesTheScenarioAlone() {
    assertThat(shown("head")).isEqualTo("hello round 3");
    assertThat(shown("base", "head")).isEqualTo("hello round 3");
  }

  @Test
  void firstOfEachVariant_bothModes_isTheOneThatStartsFirst() {
    Place base = new Place("base", Mode.VIRTUAL);
    Place head = new Place("head", Mode.VIRTUAL);
    Scenario hello = new Scenario("hello", "/hello", 8_000, 50, 200, false, Set.of());
    LaunchGroup group =
        new LaunchGroup(
            1,
            hello,
            List.of(
                head, base, new Place("base", Mode.PLATFORM), new Place("head", Mode.PLATFORM)));

    assertThat(group.firstOfEachVariant()).containsExactly(head, base);
  }

  private static String shown(String... variants) {
    Scenario hello = new Scenario("hello", "/hello", 8_000, 50, 200, false, Set.of());
    List<Place> places =
        Arrays.stream(variants)
            .map(variant -> new Place(variant, Mode.VIRTUAL))
            .distinct()
            .toList();
    return new LaunchGroup(3, hello, places).shown(hello);
  }
}
