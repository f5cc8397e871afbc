package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Ceiling;
import loomwatch.judge.thresholds.ContrastLimit;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Mode;

/** The limits that are not about this run: a run of one scenario must not fail for another. */
final class UnjudgedLimits {
  private UnjudgedLimits() {}

  /** One warning for all of them, or nothing. Those for {@code "*"} do not count. */
  static Optional<String> warning(ArmLaunches launches, Thresholds thresholds) {
    Set<String> absent = new TreeSet<>();
    int count = 0;
    for (Limit limit : thresholds.limits()) {
      List<String> missing =
          modes(limit)
              .filter(mode -> !launches.ran(limit.terms().scenario(), mode))
              .map(mode -> name(limit, mode, launches))
              .toList();
      if (limit.terms().scope() == Scope.NAMED && !missing.isEmpty()) {
        count++;
        absent.addAll(missing);
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(
            Plural.count(count, "limit")
                + (count == 1 ? " was" : " were")
                + " not judged; not part of this run: "
                + String.join(", ", absent));
  }

  private static Stream<Mode> modes(Limit limit) {
    return switch (limit) {
      case Ceiling ceiling -> Stream.of(ceiling.mode());
      case ContrastLimit contrast -> Stream.of(Mode.values());
      case Tolerance tolerance -> Stream.empty();
    };
  }

  private static String name(Limit limit, Mode mode, ArmLaunches launches) {
    String scenario = limit.terms().scenario();
    return launches.scenarios().contains(scenario)
        ? scenario + " in " + mode.label() + " mode"
        : scenario;
  }
}
