package loomwatch.judge.thresholds;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.judge.thresholds.Terms.Scope;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Problems;

/**
 * Lets one limit speak for each subject: an entry that names the scenario goes before one for
 * {@code "*"}; two of the same kind contradict each other.
 */
final class Overlaps {
  private Overlaps() {}

  static List<Limit> resolve(List<Limit> limits, Problems problems) {
    Map<String, Limit> speaking = once(limits, Scope.EVERY, problems);
    speaking.putAll(once(limits, Scope.NAMED, problems));
    return limits.stream().filter(limit -> limit.equals(speaking.get(limit.subject()))).toList();
  }

  private static Map<String, Limit> once(List<Limit> limits, Scope scope, Problems problems) {
    Map<String, Limit> first = new HashMap<>();
    Set<Position> told = new HashSet<>();
    for (Limit limit : limits) {
      if (limit.terms().scope() != scope) {
        continue;
      }
      Limit earlier = first.putIfAbsent(limit.subject(), limit);
      // One entry may clash on many scenarios: once is enough to find it.
      if (earlier != null && told.add(limit.terms().position())) {
        problems.addClash(
            limit.terms().position(),
            earlier.terms().position(),
            limit.subject()
                + " must be given once, was given at "
                + earlier.terms().position()
                + " too",
            "Remove one of the two entries, or narrow them by scenario or mode.");
      }
    }
    return first;
  }
}
