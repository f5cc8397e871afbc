package loomwatch.measure.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.results.Scenario;

/**
 * Plans the groups of a study as rounds with one launch of every cell. Cells of the same load and
 * service run together with alternating windows; the others run one after another, in a random
 * order per round.
 */
public final class StudyPlan {
  private static final int AT_ONCE = 4;

  private StudyPlan() {}

  public static Plan of(StudyFile study, Profile profile, int done, int groups, long seed) {
    List<Round> rounds = new ArrayList<>();
    for (int number = done + 1; number <= groups; number++) {
      rounds.add(round(study, number, new Random(seed + number)));
    }
    return new Plan(profile, seed, rounds);
  }

  public static Profile profile(StudyFile study, Profile usual, int windows) {
    boolean own = study.cells().stream().allMatch(cell -> cell.service().catalogue().suite());
    Profile warmed = own ? usual : usual.forService();
    String include =
        study.benchmarks().stream()
            .map(name -> Pattern.quote(name) + "$")
            .collect(Collectors.joining("|"));
    return new Profile(
        windows < study.windows() ? "study-quick" : "study",
        study.design().rounds(),
        new Profile.Windows(study.window(), windows, 1),
        warmed.heap(),
        warmed.warmUp(),
        warmed.jmh().with(JmhBenchmarks.selectedBy(include), List.of()),
        warmed.comparing(),
        warmed.subject());
  }

  private static Round round(StudyFile study, int number, Random random) {
    Map<List<Object>, List<PlannedCell>> together = new LinkedHashMap<>();
    for (PlannedCell cell : study.cells()) {
      if (cell.scenario().isPresent()) {
        List<Object> key = List.of(cell.cell().scenario(), cell.service().file());
        together.computeIfAbsent(key, any -> new ArrayList<>()).add(cell);
      }
    }
    List<LaunchGroup> groups = new ArrayList<>();
    together.values().forEach(cells -> groups.addAll(groups(cells, number, random)));
    Collections.shuffle(groups, random);
    List<String> suites =
        new ArrayList<>(
            study.cells().stream()
                .filter(cell -> cell.benchmark().isPresent())
                .map(cell -> cell.cell().variant())
                .distinct()
                .toList());
    Collections.shuffle(suites, random);
    return new Round(number, groups, suites);
  }

  private static List<LaunchGroup> groups(List<PlannedCell> cells, int number, Random random) {
    List<PlannedCell> order = new ArrayList<>(cells);
    Collections.shuffle(order, random);
    Scenario scenario = order.getFirst().scenario().orElseThrow();
    List<Place> places =
        order.stream()
            .map(cell -> new Place(cell.cell().variant(), cell.cell().mode()))
            .distinct()
            .toList();
    List<LaunchGroup> groups = new ArrayList<>();
    for (int from = 0; from < places.size(); from += AT_ONCE) {
      groups.add(
          new LaunchGroup(
              number, scenario, places.subList(from, Math.min(places.size(), from + AT_ONCE))));
    }
    return groups;
  }
}
