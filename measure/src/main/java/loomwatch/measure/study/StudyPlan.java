package loomwatch.measure.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Block.Place;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.results.Scenario;

/**
 * The blocks of a study as rounds of a plan: in each, one launch of every cell. LevelCombinations
 * of the same load and subject are up together and loaded slice by slice in turn; the others follow
 * one another, in an order drawn anew for each round.
 */
public final class StudyPlan {
  /** More servers at once would fill the memory of a small machine, and each wait the longer. */
  private static final int AT_ONCE = 4;

  private StudyPlan() {}

  /**
   * What is still to be measured.
   *
   * @param done blocks that are measured
   */
  public static Plan of(StudyFile study, Profile profile, int done, int blocks, long seed) {
    List<Round> rounds = new ArrayList<>();
    for (int number = done + 1; number <= blocks; number++) {
      rounds.add(round(study, number, new Random(seed + number)));
    }
    return new Plan(profile, seed, rounds);
  }

  /** The profile that launches are loaded by; its name tells those that are loaded less. */
  public static Profile profile(StudyFile study, Profile usual, int slices) {
    boolean own = study.cells().stream().allMatch(cell -> cell.subject().catalogue().suite());
    Profile warmed = own ? usual : usual.warmedUntilSteady();
    Profile.JmhPlan jmh = warmed.jmh();
    String include =
        study.benchmarks().stream()
            .map(name -> Pattern.quote(name) + "$")
            .collect(Collectors.joining("|"));
    return new Profile(
        slices < study.slices() ? "study-quick" : "study",
        study.design().blocks(),
        new Profile.Slices(study.slice(), slices, 1),
        warmed.heap(),
        warmed.warmUp(),
        new Profile.JmhPlan(include, jmh.warmUps(), jmh.iterations(), jmh.iteration()),
        warmed.comparing());
  }

  private static Round round(StudyFile study, int number, Random random) {
    Map<List<Object>, List<PlannedCell>> together = new LinkedHashMap<>();
    for (PlannedCell cell : study.cells()) {
      if (cell.scenario().isPresent()) {
        List<Object> key = List.of(cell.cell().scenario(), cell.subject().file());
        together.computeIfAbsent(key, any -> new ArrayList<>()).add(cell);
      }
    }
    List<Block> blocks = new ArrayList<>();
    together.values().forEach(cells -> blocks.addAll(blocks(cells, number, random)));
    Collections.shuffle(blocks, random);
    List<String> suites =
        new ArrayList<>(
            study.cells().stream()
                .filter(cell -> cell.benchmark().isPresent())
                .map(cell -> cell.cell().arm())
                .distinct()
                .toList());
    Collections.shuffle(suites, random);
    return new Round(number, blocks, suites);
  }

  private static List<Block> blocks(List<PlannedCell> cells, int number, Random random) {
    List<PlannedCell> order = new ArrayList<>(cells);
    Collections.shuffle(order, random);
    Scenario scenario = order.getFirst().scenario().orElseThrow();
    List<Place> places =
        order.stream()
            .map(cell -> new Place(cell.cell().arm(), cell.cell().mode()))
            .distinct()
            .toList();
    List<Block> blocks = new ArrayList<>();
    for (int from = 0; from < places.size(); from += AT_ONCE) {
      blocks.add(
          new Block(
              number, scenario, places.subList(from, Math.min(places.size(), from + AT_ONCE))));
    }
    return blocks;
  }
}
