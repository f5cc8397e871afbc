package loomwatch.measure.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Loop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StudyFileTest {
  private static final String GRID =
      """
      schema: 1
      title: a grid
      service: shipped
      load: {scenario: hello, rate: 500}
      factors:
        gc:
          serial: {flags: -XX:+UseSerialGC}
          zgc: {flags: -XX:+UseZGC -Xmx1g, environment: {A: b}}
        connections: [10, 20]
        mode: [platform, virtual]
      rounds: 4
      window: 250 ms
      windows: 3
      claims:
        lighter:
          metric: rss-after-load
          at: {mode: virtual}
          of: {gc: serial}
          over: {gc: zgc}
          at-most: 0.9
      """;

  static StudyFile read(String yaml) {
    return StudyFile.parse(Path.of("/x/grid.yaml"), yaml, StudyService.SHIPPED);
  }

  /** By its name a launch is found again, so two cells may not share one. */
  @Test
  void read_levelsOfTheSameName_areTwoThings() {
    StudyFile study =
        read(
            """
            schema: 1
            service: shipped
            load: {get: /hello, rate: 500, connections: 10}
            factors:
              gzip: {"off": {}, "on": {args: --gzip}}
              large: {"off": {}, "on": {flags: -Xmx1g}}
              rate: {usual: {}, high: {rate: 2000}}
              users: {usual: {}, high: {connections: 500}}
              version: {base: {}, head: {args: --new}}
            """);

    assertThat(study.cells()).hasSize(32);
    assertThat(study.cells().stream().map(cell -> cell.cell().variant()).distinct())
        .containsExactly(
            "head",
            "version-head",
            "large-on",
            "large-on-version-head",
            "gzip-on",
            "gzip-on-version-head",
            "gzip-on-large-on",
            "gzip-on-large-on-version-head");
    assertThat(study.scenarios())
        .extracting(Scenario::name)
        .containsExactly("load", "load-users-high", "load-rate-high", "load-rate-high-users-high");
  }

  @Test
  void read_grid_hasEveryCombination() {
    StudyFile study = read(GRID);

    assertThat(study.cells()).hasSize(8);
    assertThat(study.design().name()).isEqualTo("grid");
    assertThat(study.design().rounds()).isEqualTo(4);
    assertThat(study.window()).isEqualTo(Duration.ofMillis(250));
    assertThat(study.windows()).isEqualTo(3);
    assertThat(study.variants().keySet()).containsExactly("serial", "zgc");
    assertThat(study.scenarios())
        .extracting(Scenario::name, Scenario::connections, Scenario::requestsPerSecond)
        .containsExactly(tuple("hello-10", 10, 500.0), tuple("hello-20", 20, 500.0));
    PlannedCell last = study.cells().getLast();
    assertThat(last.cell().levels())
        .isEqualTo(Map.of("gc", "zgc", "connections", "20", "mode", "virtual"));
    assertThat(last.cell().mode()).isEqualTo(Mode.VIRTUAL);
    assertThat(last.part().flags()).containsExactly("-XX:+UseZGC", "-Xmx1g");
    assertThat(last.part().environment()).isEqualTo(Map.of("A", "b"));
  }

  @Test
  void read_claim_namesCellsByLevels() {
    Claim claim = read(GRID).design().claims().getFirst();

    assertThat(claim.contrast().of()).isEqualTo(Map.of("gc", "serial", "mode", "virtual"));
    assertThat(claim.contrast().over()).isEqualTo(Map.of("gc", "zgc", "mode", "virtual"));
    assertThat(claim.atMost()).isEqualTo(0.9);
    assertThat(claim.says()).isEqualTo("lighter");
  }

  @Test
  void read_closedLoop_hasUsersAndLevelsInItsPath() {
    StudyFile study =
        read(
            """
            schema: 1
            service: shipped
            loop: closed
            load: {get: "/body?bytes={bytes}", think: 20 ms}
            factors:
              bytes: [10, 20]
              users: [1, 50]
            """);

    assertThat(study.design().loop()).isEqualTo(Loop.CLOSED);
    assertThat(study.think()).isEqualTo(Duration.ofMillis(20));
    assertThat(study.scenarios())
        .extracting(Scenario::name, Scenario::path, Scenario::connections)
        .contains(tuple("load-20-50", "/body?bytes=20", 50));
  }

  @Test
  void plan_eachRound_launchesEveryCellOnceInAnotherOrder() {
    StudyFile study = read(GRID);
    Plan plan = StudyPlan.of(study, StudyPlan.profile(study, Profile.QUICK, 3), 1, 4, 7);

    assertThat(plan.rounds()).extracting(Plan.Round::number).containsExactly(2, 3, 4);
    for (Plan.Round round : plan.rounds()) {
      assertThat(
              round.groups().stream()
                  .flatMap(group ->
                      group.places().stream()
                          .map(place ->
                              group.scenarios().getFirst().name()
                                  + place.variant()
                                  + place.mode())))
          .hasSize(8)
          .doesNotHaveDuplicates();
    }
    Set<List<LaunchGroup>> orders =
        Set.copyOf(plan.rounds().stream().map(Plan.Round::groups).toList());
    assertThat(orders).hasSize(3);
  }

  @Test
  void plan_sameSeed_isTheSame() {
    StudyFile study = read(GRID);
    Profile profile = StudyPlan.profile(study, Profile.QUICK, 3);

    assertThat(StudyPlan.of(study, profile, 0, 3, 7))
        .isEqualTo(StudyPlan.of(study, profile, 0, 3, 7));
  }

  /** Launches that are loaded less are told apart: a record has one kind alone. */
  @Test
  void profile_fewerWindows_isNamedOtherwise() {
    StudyFile study = read(GRID);

    assertThat(StudyPlan.profile(study, Profile.QUICK, study.windows()).name()).isEqualTo("study");
    assertThat(StudyPlan.profile(study, Profile.QUICK, study.windows() - 1).name())
        .isEqualTo("study-quick");
  }

  static Stream<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../studies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  /** Every published claim says where it was made. */
  @ParameterizedTest
  @MethodSource("shipped")
  void read_shippedStudy_makesSense(Path file) {
    StudyFile study = StudyFile.read(file, StudyService.SHIPPED);

    assertThat(study.design().claims()).isNotEmpty();
    assertThat(study.design().claims())
        .allMatch(claim -> claim.published() == null || claim.source() != null);
  }
}
