package loomwatch.results;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

public final class NearestName {
  private static final int MOST = 3;

  /** Twice as long as any known name; longer input would only take time to compare. */
  private static final int LONGEST = 100;

  /** Keys and options that had another name before version 1. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "subject", "service",
          "handicap", "fault",
          "needs", "services",
          "engine", "generator",
          "blocks", "rounds",
          "slice", "window",
          "slices", "windows",
          "contrast", "ratio");

  private NearestName() {}

  /** Returns a phrase with the nearest name, if one is near, and all known names. */
  public static String suggestion(String asked, Collection<String> known) {
    String all = "nown: " + String.join(", ", known);
    Optional<String> now = renamed(asked, known);
    if (now.isPresent()) {
      return "it is called '%s' now. K%s".formatted(now.get(), all);
    }
    return nearest(asked, known, 1).stream()
        .filter(name -> resembles(asked, name))
        .map(name -> "did you mean '%s'? K%s".formatted(name, all))
        .findFirst()
        .orElse("k" + all);
  }

  /** Returns the nearest names, if any are near, else all known names. */
  public static String advice(String asked, Collection<String> known) {
    Optional<String> now = renamed(asked, known);
    if (now.isPresent()) {
      return "It is called %s now.".formatted(now.get());
    }
    List<String> near =
        nearest(asked, known, MOST).stream().filter(name -> resembles(asked, name)).toList();
    return near.isEmpty()
        ? "Known are: " + String.join(", ", known.stream().sorted().toList()) + "."
        : "Did you mean "
            + String.join(
                " or ",
                near.stream()
                    .filter(name -> distance(asked, name) == distance(asked, near.getFirst()))
                    .toList())
            + "?";
  }

  private static Optional<String> renamed(String asked, Collection<String> known) {
    String dashes = asked.startsWith("--") ? "--" : "";
    return Optional.ofNullable(RENAMED.get(asked.substring(dashes.length())))
        .map(name -> dashes + name)
        .filter(known::contains);
  }

  /** Reports whether one begins with the other, or at most half of the longer one differs. */
  private static boolean resembles(String asked, String name) {
    int longer = Math.max(asked.length(), name.length());
    return begins(asked, name) || 2 * distance(asked, name) <= longer;
  }

  private static boolean begins(String asked, String name) {
    return !asked.isEmpty() && (name.startsWith(asked) || asked.startsWith(name));
  }

  /** Returns the nearest known names: first those with a common beginning, then by distance. */
  public static List<String> nearest(String asked, Collection<String> known, int most) {
    return known.stream()
        .sorted(
            Comparator.comparing((String name) -> !begins(asked, name))
                .thenComparing(name -> distance(asked, name)))
        .limit(most)
        .toList();
  }

  /** Returns Levenshtein's distance, ignoring the input's case; cheap for long input. */
  static int distance(String asked, String name) {
    if (asked.length() > LONGEST) {
      return asked.length();
    }
    String from = asked.toLowerCase(Locale.ROOT);
    int[] row = new int[name.length() + 1];
    for (int j = 0; j <= name.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= name.length(); j++) {
        int substitute = diagonal + (from.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[name.length()];
  }
}
