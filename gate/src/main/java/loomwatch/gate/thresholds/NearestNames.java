package loomwatch.gate.thresholds;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.naturalOrder;

import java.util.Collection;
import java.util.List;

/** What a misspelt name may have meant. */
final class NearestNames {
  private static final int MOST = 3;

  private NearestNames() {}

  /** Advice for an unknown name: the nearest known ones, or all when none is near. */
  static String advice(String name, Collection<String> known) {
    List<String> near =
        known.stream()
            .filter(candidate -> distance(name, candidate) <= Math.max(2, name.length() / 3))
            .sorted(
                comparingInt((String candidate) -> distance(name, candidate))
                    .thenComparing(naturalOrder()))
            .limit(MOST)
            .toList();
    return near.isEmpty()
        ? "Known are: " + String.join(", ", known.stream().sorted().toList()) + "."
        : "Did you mean " + String.join(" or ", near) + "?";
  }

  /** Levenshtein distance: insertions, deletions and substitutions. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
