package loomwatch.harness.calibrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.calibration.Calibration;

/**
 * How many comparisons of each kind there are of those wanted.
 *
 * @param kinds wanted, the one of a subject with itself first
 * @param each how many are wanted of each kind; at least 1
 * @param there one for each comparison that is there, the oldest first; what is of no kind that is
 *     wanted does not count
 */
record Tally(List<Campaign.Kind> kinds, int each, List<Campaign.Kind> there) {
  Tally {
    kinds = List.copyOf(kinds);
    there = List.copyOf(there);
  }

  /**
   * Whose turn it is: the kind that was not measured for longest. Until the noise floors count one
   * subject is compared with itself every other time. None when all are there.
   */
  Optional<Campaign.Kind> next() {
    Campaign.Kind same = kinds.getFirst();
    boolean turnOfSame = there.isEmpty() || !there.getLast().equals(same);
    return turnOfSame && count(same) < Math.min(each, Calibration.FEWEST)
        ? Optional.of(same)
        : kinds.stream()
            .filter(kind -> count(kind) < each)
            .min(Comparator.comparingInt(there::lastIndexOf));
  }

  /** With one more of that kind. */
  Tally plus(Campaign.Kind kind) {
    List<Campaign.Kind> more = new ArrayList<>(there);
    more.add(kind);
    return new Tally(kinds, each, more);
  }

  int wanted() {
    return each * kinds.size();
  }

  int missing() {
    return kinds.stream().mapToInt(kind -> Math.max(0, each - count(kind))).sum();
  }

  int done() {
    return wanted() - missing();
  }

  private int count(Campaign.Kind kind) {
    return Math.toIntExact(there.stream().filter(kind::equals).count());
  }
}
