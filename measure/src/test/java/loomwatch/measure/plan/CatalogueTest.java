package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.measure.service.ServiceFile.ProfileScenarios;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

final class CatalogueTest {
  private static final Catalogue SHIPPED = Catalogue.SHIPPED;

  @Test
  void shipped_ofRuns_isLittleAtFirstAndAllInTheEnd() {
    assertThat(names(SHIPPED.toRun(Profile.TRIAL))).containsExactly("hello");
    assertThat(names(SHIPPED.toRun(Profile.SMOKE))).containsExactly("hello", "sleep-50-over");
    assertThat(names(SHIPPED.toRun(Profile.QUICK)))
        .containsExactly("hello", "sleep-50-over", "list-static");
    assertThat(SHIPPED.toRun(Profile.FULL)).isEqualTo(SHIPPED.scenarios());
  }

  @Test
  void shipped_ofComparisons_asksForNoMoreThanPoolsServe() {
    for (Profile profile : List.of(Profile.TRIAL, Profile.SMOKE, Profile.QUICK)) {
      assertThat(names(SHIPPED.toCompare(profile))).containsExactly("hello");
    }
    assertThat(SHIPPED.toCompare(Profile.FULL))
        .isEqualTo(
            SHIPPED.scenarios().stream().filter(each -> each.saturated().isEmpty()).toList());
  }

  @Test
  void shipped_everyProfileOfTheFile_isKnown() {
    assertThat(Profile.all()).extracting(Profile::name).containsAll(SHIPPED.profiles().keySet());
  }

  /** Stored records are of these loads: what is changed here begins a series again. */
  @Test
  void shipped_scenarios_areThoseOfStoredRecords() {
    assertThat(SHIPPED.scenarios())
        .startsWith(
            new Scenario("hello", "/hello", 8_000, 50, 200, false, Set.of()),
            new Scenario("sleep-50", "/sleep?ms=50", 2_000, 200, 200, true, Set.of()),
            new Scenario(
                "sleep-50-over", "/sleep?ms=50", 3_000, 300, 100, true, Set.of(Mode.PLATFORM)))
        .endsWith(
            new Scenario("service-async", "/service-async?ms=20", 2_000, 100, 200, true, Set.of()));
    assertThat(SHIPPED.modes()).containsExactly(Mode.PLATFORM, Mode.VIRTUAL);
  }

  @Test
  void toRun_profileThatTheFileLacks_isAll() {
    List<Scenario> all = SHIPPED.scenarios();
    Catalogue some =
        new Catalogue(
            all,
            List.of(Mode.PLATFORM),
            false,
            Optional.empty(),
            Map.of("quick", new ProfileScenarios(List.of("cpu"), List.of())));
    assertThat(names(some.toRun(Profile.QUICK))).containsExactly("cpu");
    assertThat(some.toCompare(Profile.QUICK)).isEqualTo(all);
    assertThat(some.toRun(Profile.SMOKE)).isEqualTo(all);
    assertThat(some.toRun(Profile.TRIAL)).isEqualTo(all);
  }

  private static List<String> names(List<Scenario> scenarios) {
    return scenarios.stream().map(Scenario::name).toList();
  }
}
