package loomwatch.results;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

public final class NearestName {
  private static final int MOST = 3;

  /** No name of ours has half as many characters; the time a comparison takes grows with them. */
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

  /** A sentence naming the nearest known name, unless none is near, and all of them. */
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

  /** Where there are too many to name all: the nearest, when any is near, with its equals. */
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

  /** Whether one begins with the other, or at most half of the longer one would have to change. */
  private static boolean resembles(String asked, String name) {
    int longer = Math.max(asked.length(), name.length());
    return begins(asked, name) || 2 * distance(asked, name) <= longer;
  }

  private static boolean begins(String asked, String name) {
    return !asked.isEmpty() && (name.startsWith(asked) || asked.startsWith(name));
  }

  /**
   * So many of the known names, the nearest first: one that begins with what was asked, or with
   * which it begins, then by distance; of equally near ones the first known.
   */
  public static List<String> nearest(String asked, Collection<String> known, int most) {
    return known.stream()
        .sorted(
            Comparator.comparing((String name) -> !begins(asked, name))
                .thenComparing(name -> distance(asked, name)))
        .limit(most)
        .toList();
  }

  /**
   * Levenshtein's edit distance, whatever the case of what was asked. Of what is longer than any
   * name it is as if all of it had to change.
   */
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
