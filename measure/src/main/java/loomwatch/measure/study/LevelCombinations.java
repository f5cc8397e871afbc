package loomwatch.measure.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.study.StudyFactor.Level;
import loomwatch.measure.study.StudyFactor.LoadPart;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.measure.study.StudyFile.VariantPart;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.yaml.YamlNode;

/** Builds the cells of a study, all combinations of levels, each with a unique name. */
final class LevelCombinations {
  /** One round of this many takes a quarter of an hour, at 15 s each. */
  private static final int MOST = 60;

  private static final int LONGEST = 80;

  private static final String PLAIN = "head";

  private final List<StudyFactor> factors;
  private final Set<String> ambiguous;
  private final Level study;
  private final Loop loop;
  private final StudyService service;
  private final YamlNode place;
  private final Map<Path, StudyService> read = new HashMap<>();

  LevelCombinations(
      List<StudyFactor> factors, LoadPart load, Loop loop, StudyService service, YamlNode place) {
    this.factors = List.copyOf(factors);
    Set<String> seen = new HashSet<>(Set.of(PLAIN));
    this.ambiguous =
        factors.stream()
            .flatMap(factor -> factor.levels().stream().map(LevelCombinations::lower).distinct())
            .filter(name -> !seen.add(name))
            .collect(Collectors.toUnmodifiableSet());
    this.study = new Level("", null, load, VariantPart.NONE, null);
    this.loop = loop;
    this.service = service;
    this.place = place;
  }

  List<PlannedCell> all() {
    int count =
        factors.stream().mapToInt(factor -> factor.levels().size()).reduce(1, (a, b) -> a * b);
    if (count > MOST) {
      place.problem(
          "cells must be at most %d, were %d".formatted(MOST, count),
          "Leave out levels, or make two studies of it.");
      return List.of();
    }
    List<List<Level>> combinations = List.of(List.of());
    for (StudyFactor factor : factors) {
      combinations =
          combinations.stream()
              .flatMap(begun -> factor.levels().stream().map(level -> plus(begun, level)))
              .toList();
    }
    List<PlannedCell> cells =
        combinations.stream().flatMap(levels -> cell(levels).stream()).toList();
    confused(cells)
        .ifPresent(cell ->
            place.problem(
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
    Level set = study;
    for (Level level : levels) {
      set = level.over(set);
    }
    Path other = set.variant().service();
    StudyService its = other == null ? service : read.computeIfAbsent(other, StudyService::of);
    if (variantName(levels, at -> true).length() > LONGEST) {
      place.problem(
          "names of a cell's levels must have at most %d characters together, had more in %s"
              .formatted(LONGEST, shown(levels)),
          "Shorten them: files are named after them.");
      return Optional.empty();
    }
    String variant = variantName(levels, at -> !levels.get(at).variant().equals(VariantPart.NONE));
    return set.benchmark() == null
        ? server(levels, variant, its, set)
        : benchmark(levels, variant, its, set.variant(), set.benchmark());
  }

  private Optional<PlannedCell> server(
      List<Level> levels, String variant, StudyService its, Level set) {
    Catalogue catalogue = its.catalogue();
    Mode mode = set.mode() == null ? catalogue.modes().getFirst() : set.mode();
    if (!catalogue.modes().contains(mode)) {
      place.problem(
          "mode must be one of the service's, was %s in the cell %s"
              .formatted(mode.label(), shown(levels)),
          "Its file lists %s under modes."
              .formatted(catalogue.modes().stream().map(Mode::label).toList()));
      return Optional.empty();
    }
    LoadPart load = set.load();
    Optional<Scenario> named = Optional.ofNullable(load.scenario()).map(catalogue.byName()::get);
    if (load.scenario() != null && named.isEmpty()) {
      place.problem(
          "scenario must be one of the service's, was \"%s\" in the cell %s"
              .formatted(load.scenario(), shown(levels)),
          NearestName.advice(load.scenario(), catalogue.byName().keySet()));
      return Optional.empty();
    }
    Optional<Scenario> scenario =
        load.scenario(loadName(load, levels), named, byFactor(levels), loop);
    if (scenario.isEmpty()) {
      place.problem(
          "load must say what is requested and how often, did not in the cell " + shown(levels),
          switch (loop) {
            case OPEN -> "Write load: {scenario: NAME}, or load: {get: /items, rate: 500}.";
            case CLOSED ->
                "Write how many users there are, such as load: {get: /items, users: 100}.";
          });
    }
    return scenario.map(whole ->
        new PlannedCell(
            new StudyCell(byFactor(levels), variant, mode, whole.name()),
            its,
            set.variant(),
            scenario,
            Optional.empty()));
  }

  private Optional<PlannedCell> benchmark(
      List<Level> levels, String variant, StudyService its, VariantPart part, String name) {
    if (!its.catalogue().suite()) {
      place.problem(
          "benchmark must be with the server that ships, was with another",
          "Write service: shipped.");
      return Optional.empty();
    }
    JmhResults.Benchmark found =
        JmhBenchmarks.byMethod().entrySet().stream()
            .filter(entry -> StudyFactor.shortName(entry.getKey()).equals(name))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
    return Optional.of(
        new PlannedCell(
            new StudyCell(byFactor(levels), variant, found.mode(), found.scenario()),
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

  private String variantName(List<Level> levels, IntPredicate chosen) {
    String with = joined(levels, chosen);
    return with.isEmpty() ? PLAIN : with;
  }

  private String loadName(LoadPart load, List<Level> levels) {
    String of = load.scenario() == null ? "load" : load.scenario();
    String with =
        joined(
            levels,
            at ->
                !levels.get(at).load().equals(LoadPart.NONE) || load.names(factors.get(at).name()));
    return with.isEmpty() ? of : of + "-" + with;
  }

  /** Joins level names; an ambiguous one is prefixed with the name of its factor. */
  private String joined(List<Level> levels, IntPredicate chosen) {
    return IntStream.range(0, levels.size())
        .filter(chosen)
        .mapToObj(at -> {
          String level = lower(levels.get(at));
          return ambiguous.contains(level)
              ? factors.get(at).name().toLowerCase(Locale.ROOT) + "-" + level
              : level;
        })
        .collect(Collectors.joining("-"));
  }

  private static String lower(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static Optional<PlannedCell> confused(List<PlannedCell> cells) {
    Map<Object, Object> meant = new HashMap<>();
    Set<Object> launched = new HashSet<>();
    return cells.stream()
        .filter(each -> {
          String variant = each.cell().variant();
          List<Object> started = List.of(each.part(), each.service().file());
          List<Object> load = List.of(each.cell().scenario(), each.service().file());
          List<Object> launch = List.of(variant, each.cell().mode(), each.cell().scenario());
          return !started.equals(meant.computeIfAbsent(variant, none -> started))
              || !each.scenario().equals(meant.computeIfAbsent(load, none -> each.scenario()))
              || !launched.add(launch);
        })
        .findFirst();
  }
}
