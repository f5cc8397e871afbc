package loomwatch.measure.study;

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
import loomwatch.measure.study.FactorsReader.Factor;

/** Names of arms and loads, by which launches are found again: one name, one thing. */
final class CellNames {
  /** An arm of which no level says anything. */
  private static final String PLAIN = "head";

  private final List<Factor> factors;
  private final Set<String> taken;

  CellNames(List<Factor> factors) {
    this.factors = List.copyOf(factors);
    Set<String> seen = new HashSet<>(Set.of(PLAIN));
    this.taken =
        factors.stream()
            .flatMap(factor -> factor.levels().stream().map(CellNames::lower).distinct())
            .filter(name -> !seen.add(name))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Of an arm, after the levels that make it another. */
  String arm(List<Level> levels, IntPredicate chosen) {
    String with = joined(levels, chosen);
    return with.isEmpty() ? PLAIN : with;
  }

  /** Of a load, after the one it is made of and the levels that make it another. */
  String load(String of, List<Level> levels, IntPredicate chosen) {
    String with = joined(levels, chosen);
    return with.isEmpty() ? of : of + "-" + with;
  }

  /** A level has the name of its factor before it where its own is not its alone. */
  private String joined(List<Level> levels, IntPredicate chosen) {
    return IntStream.range(0, levels.size())
        .filter(chosen)
        .mapToObj(at -> {
          String level = lower(levels.get(at));
          return taken.contains(level)
              ? factors.get(at).name().toLowerCase(Locale.ROOT) + "-" + level
              : level;
        })
        .collect(Collectors.joining("-"));
  }

  private static String lower(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /** The first cell whose launches could be taken for those of one before it. */
  static Optional<PlannedCell> confused(List<PlannedCell> cells) {
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
}
