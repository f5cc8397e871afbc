package loomwatch.measure.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.study.FactorsReader.Factor;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.yaml.Problems;
import org.snakeyaml.engine.v2.nodes.Node;

/** Makes the cells of factors: every combination of their levels. */
final class Cells {
  /** At a quarter of a minute each, one block of so many takes a quarter of an hour. */
  static final int MOST = 60;

  private static final int LONGEST = 80;

  private final List<Factor> factors;
  private final CellNames names;
  private final LoadPart load;
  private final Loop loop;
  private final StudySubject subject;
  private final Node place;
  private final Problems problems;
  private final Map<Path, StudySubject> read = new HashMap<>();

  /**
   * Of a study.
   *
   * @param load of all of them
   * @param subject of all of them, but for those that have another
   * @param place what a problem of a combination is shown at
   */
  Cells(
      List<Factor> factors,
      LoadPart load,
      Loop loop,
      StudySubject subject,
      Node place,
      Problems problems) {
    this.factors = List.copyOf(factors);
    this.names = new CellNames(factors);
    this.load = load;
    this.loop = loop;
    this.subject = subject;
    this.place = place;
    this.problems = problems;
  }

  /** All that make sense, the last factor's levels changing quickest. */
  List<PlannedCell> all() {
    int count =
        factors.stream().mapToInt(factor -> factor.levels().size()).reduce(1, (a, b) -> a * b);
    if (count > MOST) {
      problems.add(
          place,
          "cells must be at most %d, were %d".formatted(MOST, count),
          "Leave out levels, or make two studies of it.");
      return List.of();
    }
    List<List<Level>> combinations = List.of(List.of());
    for (Factor factor : factors) {
      combinations =
          combinations.stream()
              .flatMap(begun -> factor.levels().stream().map(level -> plus(begun, level)))
              .toList();
    }
    List<PlannedCell> cells =
        combinations.stream().flatMap(levels -> cell(levels).stream()).toList();
    CellNames.confused(cells)
        .ifPresent(cell ->
            problems.add(
                place,
                "levels must make each cell another, did not make %s"
                    .formatted(String.join(", ", cell.cell().levels().values())),
                "Give its levels names of their own, and let each set something."));
    return cells;
  }

  private static List<Level> plus(List<Level> begun, Level level) {
    List<Level> longer = new ArrayList<>(begun);
    longer.add(level);
    return longer;
  }

  private Optional<PlannedCell> cell(List<Level> levels) {
    ArmPart part = ArmPart.NONE;
    LoadPart asked = load;
    Optional<Mode> mode = Optional.empty();
    Optional<String> benchmark = Optional.empty();
    for (Level level : levels) {
      part = level.arm().after(part);
      asked = level.load().or(asked);
      mode = level.mode() == null ? mode : Optional.of(level.mode());
      benchmark = level.benchmark() == null ? benchmark : Optional.of(level.benchmark());
    }
    StudySubject its =
        part.subject() == null ? subject : read.computeIfAbsent(part.subject(), StudySubject::of);
    String arm = names.arm(levels, at -> !levels.get(at).arm().isNone());
    if (names.arm(levels, at -> true).length() > LONGEST) {
      problems.add(
          place,
          "names of a cell's levels must have at most %d characters together, had more in %s"
              .formatted(LONGEST, shown(levels)),
          "Shorten them: files are named after them.");
      return Optional.empty();
    }
    return benchmark.isPresent()
        ? benchmark(levels, arm, its, part, benchmark.get())
        : server(levels, arm, its, part, asked, mode);
  }

  private Optional<PlannedCell> server(
      List<Level> levels,
      String arm,
      StudySubject its,
      ArmPart part,
      LoadPart asked,
      Optional<Mode> mode) {
    Catalogue catalogue = its.catalogue();
    Mode chosen = mode.orElse(catalogue.modes().getFirst());
    if (!catalogue.modes().contains(chosen)) {
      problems.add(
          place,
          "mode must be one of the subject's, was %s in the cell %s"
              .formatted(chosen.label(), shown(levels)),
          "Its file lists %s under modes."
              .formatted(catalogue.modes().stream().map(Mode::label).toList()));
      return Optional.empty();
    }
    Optional<Scenario> named = Optional.ofNullable(asked.scenario()).map(catalogue.byName()::get);
    if (asked.scenario() != null && named.isEmpty()) {
      problems.add(
          place,
          "scenario must be one of the subject's, was \"%s\" in the cell %s"
              .formatted(asked.scenario(), shown(levels)),
          NearestName.advice(asked.scenario(), catalogue.byName().keySet()));
      return Optional.empty();
    }
    String base = asked.scenario() == null ? "load" : asked.scenario();
    Optional<Scenario> scenario =
        asked
            .filled(byFactor(levels))
            .scenario(
                names.load(
                    base,
                    levels,
                    at -> !levels.get(at).load().isNone() || asked.names(factors.get(at).name())),
                named,
                loop);
    if (scenario.isEmpty()) {
      problems.add(
          place,
          "load must say what is requested and how often, did not in the cell " + shown(levels),
          switch (loop) {
            case OPEN -> "Write load: {scenario: NAME}, or load: {get: /items, rate: 500}.";
            case CLOSED ->
                "Write how many users there are, such as load: {get: /items, users: 100}.";
          });
    }
    return scenario.map(whole ->
        new PlannedCell(
            new StudyCell(byFactor(levels), arm, chosen, whole.name()),
            its,
            part,
            scenario,
            Optional.empty()));
  }

  private Optional<PlannedCell> benchmark(
      List<Level> levels, String arm, StudySubject its, ArmPart part, String name) {
    if (!its.catalogue().suite()) {
      problems.add(
          place,
          "benchmark must be with the server that ships, was with another",
          "Write subject: shipped.");
      return Optional.empty();
    }
    JmhResults.Benchmark found =
        JmhBenchmarks.byMethod().entrySet().stream()
            .filter(entry -> LevelReader.shortName(entry.getKey()).equals(name))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
    return Optional.of(
        new PlannedCell(
            new StudyCell(byFactor(levels), arm, found.mode(), found.scenario()),
            its,
            part,
            Optional.empty(),
            Optional.of(name)));
  }

  private Map<String, String> byFactor(List<Level> levels) {
    return IntStream.range(0, levels.size())
        .boxed()
        .collect(Collectors.toMap(at -> factors.get(at).name(), at -> levels.get(at).name()));
  }

  private static String shown(List<Level> levels) {
    return levels.stream().map(Level::name).collect(Collectors.joining(", "));
  }
}
