package loomwatch.tell.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import loomwatch.results.files.Plain;

/** Breaks text at blanks, but never between a number and its unit. */
final class Wrapping {
  private static final Pattern WITH_UNIT =
      Pattern.compile(
          "(?<=\\d) (?=(?:%|[mµn]?s|[KMG]i?B|B)(?![\\w]))|(?<=[÷×±≤→]) (?=[−\\d])|(?<=\\bp) (?=[\\d<])|(?<=p <) (?=\\d)"
              + "|(?<=\\[[−\\d.,e]{1,14},) (?=[−\\d])");
  private static final char GLUE = '\u00A0';

  private Wrapping() {}

  /**
   * Lines of at most {@code width} columns; a word longer than that is cut.
   *
   * @param first what the first line begins with
   * @param further what the others begin with
   */
  static List<String> wrap(String text, String first, String further, int width) {
    List<String> lines = new ArrayList<>();
    String indent = first;
    StringBuilder line = new StringBuilder();
    for (String word :
        words(text, Math.max(1, width - Math.max(Plain.width(first), Plain.width(further))))) {
      boolean fits =
          Plain.width(indent) + Plain.width(line.toString()) + 1 + Plain.width(word) <= width;
      if (!line.isEmpty() && !fits) {
        lines.add(indent + line);
        indent = further;
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(indent + line);
    return lines.stream().map(l -> l.replace(GLUE, ' ').stripTrailing()).toList();
  }

  private static List<String> words(String text, int longest) {
    List<String> words = new ArrayList<>();
    String glued = WITH_UNIT.matcher(text.strip()).replaceAll(String.valueOf(GLUE));
    for (String word : glued.split(" +")) {
      int from = 0;
      for (int to = from; to < word.length(); ) {
        int next = word.offsetByCodePoints(to, 1);
        if (Plain.width(word.substring(from, next)) > longest) {
          words.add(word.substring(from, to));
          from = to;
        }
        to = next;
      }
      words.add(word.substring(from));
    }
    return words;
  }
}
