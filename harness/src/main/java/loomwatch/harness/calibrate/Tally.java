package loomwatch.harness.calibrate;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many comparisons of each kind there are of those wanted.
 *
 * @param each how many are wanted of each kind; at least 1
 * @param present how many there are, in the order of the kinds
 */
record Tally(int each, Map<Campaign.Kind, Integer> present) {

  /**
   * Counts them; what is of no kind that is wanted does not count.
   *
   * @param kinds wanted, in the order of their turns
   * @param there one for each comparison that is there
   */
  static Tally of(List<Campaign.Kind> kinds, int each, List<Campaign.Kind> there) {
    Map<Campaign.Kind, Integer> present = new LinkedHashMap<>();
    for (Campaign.Kind kind : kinds) {
      present.put(kind, (int) there.stream().filter(kind::equals).count());
    }
    return new Tally(each, present);
  }

  /** Whose turn it is: the kind with the fewest, the first of several; none when all are there. */
  Optional<Campaign.Kind> next() {
    return present.entrySet().stream()
        .filter(entry -> entry.getValue() < each)
        .min(Comparator.comparingInt(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  /** With one more of that kind. */
  Tally plus(Campaign.Kind kind) {
    Map<Campaign.Kind, Integer> more = new LinkedHashMap<>(present);
    more.merge(kind, 1, Integer::sum);
    return new Tally(each, more);
  }

  int wanted() {
    return each * present.size();
  }

  int missing() {
    return present.values().stream().mapToInt(there -> Math.max(0, each - there)).sum();
  }

  int done() {
    return wanted() - missing();
  }
}
