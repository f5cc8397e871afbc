package loomwatch.tell.publish;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Markdown cut to what GitHub takes: at the end of a line, with what was open closed again. It
 * understands our own reports only: a fold or a fence begins and ends on a line of its own.
 */
final class Fitted {
  private static final String OPEN = "<details>";
  private static final String CLOSE = "</details>";
  private static final String FENCE = "```";
  private static final String CUT =
      "\n*Cut here to fit: the run's `report.md` and `record.json` have everything.*\n";

  /** For closing what is open; our reports nest no deeper than three. */
  private static final int RESERVE = 200;

  private Fitted() {}

  /**
   * The text, if need be without its end.
   *
   * @param room in bytes of UTF-8, which are at least as many as GitHub's characters
   */
  static String to(int room, String markdown) {
    if (bytes(markdown) <= room) {
      return markdown;
    }
    List<String> kept = new ArrayList<>();
    int left = room - RESERVE;
    for (String line : markdown.lines().toList()) {
      left -= bytes(line) + 1;
      if (left < 0) {
        break;
      }
      kept.add(line);
    }
    return String.join("\n", kept) + "\n" + closing(kept) + CUT;
  }

  private static String closing(List<String> lines) {
    boolean fenced = lines.stream().filter(line -> line.startsWith(FENCE)).count() % 2 == 1;
    long open =
        lines.stream().filter(line -> line.startsWith(OPEN)).count()
            - lines.stream().filter(line -> line.equals(CLOSE)).count();
    return (fenced ? FENCE + "\n" : "") + ("\n" + CLOSE + "\n").repeat((int) Math.max(0, open));
  }

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
