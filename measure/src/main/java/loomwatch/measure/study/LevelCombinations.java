package loomwatch.measure.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.study.FactorsReader.Factor;
import loomwatch.measure.study.FactorsReader.Level;
import loomwatch.measure.study.StudyFile.ArmPart;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyFile.StudySubject;
import loomwatch.measure.subject.Placeholders;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.Scenario;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Makes the cells of factors: every combination of their levels. Launches are found again by the
 * names of their arms and loads, so one name means one thing.
 */
final class LevelCombinations {
  /** At a quarter of a minute each, one block of so many takes a quarter of an hour. */
  static final int MOST = 60;

  private static final int LONGEST = 80;

  /** An arm of which no level says anything. */
  private static final String PLAIN = "head";

  private final List<Factor> factors;
  private final Set<String> ambiguous;
  private final LoadPart load;
  private final Loop loop;
  private final StudySubject subject;
  private final YamlNode place;
  private final Map<Path, StudySubject> read = new HashMap<>();

  /**
   * Of a study.
   *
   * @param load of all of them
   * @param subject of all of them, but for those that have another
   * @param place what a problem of a combination is shown at
   */
  LevelCombinations(List<Factor> factors, LoadPart load, Loop loop, StudySubject subject, YamlNode place) {
    this.factors = List.copyOf(factors);
    Set<String> seen = new HashSet<>(Set.of(PLAIN));
    this.ambiguous =
        factors.stream()
            .flatMap(factor -> factor.levels().stream().map(LevelCombinations::lower).distinct())
            .filter(name -> !seen.add(name))
            .collect(Collectors.toUnmodifiableSet());
    this.load = load;
    this.loop = loop;
    this.subject = subject;
    this.place = place;
  }

  /** All that make sense, the last factor's levels changing quickest. */
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
    for (Factor factor : factors) {
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
    String arm = armName(levels, at -> !levels.get(at).arm().isNone());
    if (armName(levels, at -> true).length() > LONGEST) {
      place.problem(
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
      place.problem(
          "mode must be one of the subject's, was %s in the cell %s"
              .formatted(chosen.label(), shown(levels)),
          "Its file lists %s under modes."
              .formatted(catalogue.modes().stream().map(Mode::label).toList()));
      return Optional.empty();
    }
    Optional<Scenario> named = Optional.ofNullable(asked.scenario()).map(catalogue.byName()::get);
    if (asked.scenario() != null && named.isEmpty()) {
      place.problem(
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
                loadName(
                    base,
                    levels,
                    at -> !levels.get(at).load().isNone() || asked.names(factors.get(at).name())),
                named,
                loop);
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
            new StudyCell(byFactor(levels), arm, chosen, whole.name()),
            its,
            part,
            scenario,
            Optional.empty()));
  }

  private Optional<PlannedCell> benchmark(
      List<Level> levels, String arm, StudySubject its, ArmPart part, String name) {
    if (!its.catalogue().suite()) {
      place.problem(
          "benchmark must be with the server that ships, was with another",
          "Write subject: shipped.");
      return Optional.empty();
    }
    JmhResults.Benchmark found =
        JmhBenchmarks.byMethod().entrySet().stream()
            .filter(entry -> FactorsReader.shortName(entry.getKey()).equals(name))
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

  /** The name of an arm, after the levels that make it another. */
  private String armName(List<Level> levels, IntPredicate chosen) {
    String with = joined(levels, chosen);
    return with.isEmpty() ? PLAIN : with;
  }

  /** The name of a load, after the one it is made of and the levels that make it another. */
  private String loadName(String of, List<Level> levels, IntPredicate chosen) {
    String with = joined(levels, chosen);
    return with.isEmpty() ? of : of + "-" + with;
  }

  /** A level has the name of its factor before it where its own is not its alone. */
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

  /** The first cell whose launches could be taken for those of one before it. */
  private static Optional<PlannedCell> confused(List<PlannedCell> cells) {
    Map<Object, Object> meant = new HashMap<>();
    Set<Object> launched = new HashSet<>();
    return cells.stream()
        .filter(each -> {
          String arm = each.cell().arm();
          List<Object> started = List.of(each.part(), each.subject().file());
          List<Object> load = List.of(each.cell().scenario(), each.subject().file());
          List<Object> launch = List.of(arm, each.cell().mode(), each.cell().scenario());
          return !started.equals(meant.computeIfAbsent(arm, none -> started))
              || !each.scenario().equals(meant.computeIfAbsent(load, none -> each.scenario()))
              || !launched.add(launch);
        })
        .findFirst();
  }

  /**
   * What a level, or the study for all of them, says of the load. Null is left to the others.
   *
   * @param scenario of the subject, by name
   * @param path of a plain GET in its place
   * @param rate requests per second
   * @param connections keep-alive connections
   * @param maxThreads the pool's size
   * @param waits whether most of a response's time is spent waiting
   * @param saturated the modes it is meant to be too much for
   * @param objective what is promised of its requests
   */
  record LoadPart(
      @Nullable String scenario,
      @Nullable String path,
      @Nullable Double rate,
      @Nullable Integer connections,
      @Nullable Integer maxThreads,
      @Nullable Boolean waits,
      @Nullable Set<Mode> saturated,
      @Nullable Objective objective) {
    static final LoadPart NONE = new LoadPart(null, null, null, null, null, null, null, null);

    private static final int CONNECTIONS = 50;

    boolean isNone() {
      return equals(NONE);
    }

    /** Whether the name of a level of that factor stands in its path. */
    boolean names(String factor) {
      return path != null && Placeholders.has(factor, path);
    }

    /** The same with levels in the path, by factor. */
    LoadPart filled(Map<String, String> levels) {
      return path == null
          ? this
          : new LoadPart(
              scenario,
              Placeholders.fill(path, levels),
              rate,
              connections,
              maxThreads,
              waits,
              saturated,
              objective);
    }

    /** This, and where it says nothing the other. */
    LoadPart or(LoadPart other) {
      boolean names = scenario != null || path != null;
      return new LoadPart(
          names ? scenario : other.scenario,
          names ? path : other.path,
          either(rate, other.rate),
          either(connections, other.connections),
          either(maxThreads, other.maxThreads),
          either(waits, other.waits),
          either(saturated, other.saturated),
          either(objective, other.objective));
    }

    private static <T> @Nullable T either(@Nullable T one, @Nullable T other) {
      return one != null ? one : other;
    }

    /**
     * The load itself under a name, or nothing when neither of the two says how often.
     *
     * @param named the subject's scenario of that name, if it is one
     * @param loop in a closed one users say how often; the rate is then one for each, which nothing
     *     keeps to
     */
    Optional<Scenario> scenario(String name, Optional<Scenario> named, Loop loop) {
      Double often =
          switch (loop) {
            case OPEN -> either(rate, named.map(Scenario::requestsPerSecond).orElse(null));
            case CLOSED -> connections == null ? null : Double.valueOf(connections);
          };
      if (often == null || named.isEmpty() && path == null) {
        return Optional.empty();
      }
      return Optional.of(
          new Scenario(
              name,
              named.map(Scenario::path).orElse(path),
              named.map(Scenario::request).orElse(null),
              named.map(Scenario::mix).orElse(null),
              named.map(Scenario::protocol).orElse(null),
              often,
              Objects.requireNonNullElse(
                  connections, named.map(Scenario::connections).orElse(CONNECTIONS)),
              either(maxThreads, named.map(Scenario::maxThreads).orElse(null)),
              Objects.requireNonNullElse(waits, named.map(Scenario::waits).orElse(false)),
              Objects.requireNonNullElse(saturated, named.map(Scenario::saturated).orElse(Set.of())),
              either(objective, named.map(Scenario::objective).orElse(null))));
    }
  }
}
