package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a line into words as a POSIX shell does (XCU 2.2, quoting), but runs nothing and expands
 * nothing: what a shell would expand or act upon has to be quoted, so that nobody expects it.
 */
final class ShellWords {
  private static final String OPERATOR =
      "No shell runs this: put an argument that has it in single quotes, or start a script.";
  private static final String EXPANSION =
      "Nothing is expanded: put an argument that has it in single quotes, or set a variable under"
          + " environment.";

  private final String line;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private int at;

  /** Whether a word has begun, which after {@code ''} is still empty. */
  private boolean begun;

  private @Nullable Bad fault;

  private ShellWords(String line) {
    this.line = line;
  }

  /** What became of a line. */
  sealed interface Split {}

  /** Its words; none of a blank line. */
  record Good(List<String> words) implements Split {
    Good {
      words = List.copyOf(words);
    }
  }

  /**
   * It cannot be split.
   *
   * @param at index of the character at fault
   * @param had what it had that it must not have
   * @param advice what to do
   */
  record Bad(int at, String had, String advice) implements Split {}

  static Split of(String line) {
    // A block of YAML ends in one.
    ShellWords words = new ShellWords(line.replaceFirst("\n+$", ""));
    return words.split();
  }

  private Split split() {
    while (fault == null && at < line.length()) {
      next();
    }
    end();
    return fault != null ? fault : new Good(words);
  }

  private void next() {
    char c = line.charAt(at);
    switch (c) {
      case ' ', '\t' -> end();
      case '\'' -> single();
      case '"' -> doubled();
      case '\\' -> escaped();
      case '$', '`' -> refuse(at, "an unquoted " + c, EXPANSION);
      case '|', ';', '&', '<', '>' -> refuse(at, "an unquoted " + c, OPERATOR);
      case '\n', '\r' ->
          refuse(at, "a line break", "Write one line; after \"start: >\" YAML joins several.");
      default -> add(c);
    }
    at++;
  }

  private void add(char c) {
    if (c == 0) {
      refuse(at, "the character U+0000", "Leave it out: no program can be given it.");
    }
    begun = true;
    word.append(c);
  }

  private void end() {
    if (begun) {
      words.add(word.toString());
    }
    begun = false;
    word.setLength(0);
  }

  private void single() {
    int open = at;
    begun = true;
    for (at++; at < line.length(); at++) {
      if (line.charAt(at) == '\'') {
        return;
      }
      add(line.charAt(at));
    }
    refuse(open, "a quote that is not closed", "Close it, or write \\' for the character itself.");
  }

  private void doubled() {
    int open = at;
    begun = true;
    for (at++; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        return;
      }
      if (c == '$' || c == '`') {
        refuse(at, "a " + c + " in double quotes", EXPANSION);
        return;
      }
      if (c == '\\' && at + 1 < line.length() && "$`\"\\".indexOf(line.charAt(at + 1)) >= 0) {
        at++;
      }
      add(line.charAt(at));
    }
    refuse(open, "a quote that is not closed", "Close it, or write \\\" for the character itself.");
  }

  private void escaped() {
    if (at + 1 == line.length() || line.charAt(at + 1) == '\n') {
      refuse(at, "a \\ before nothing", "Remove it, or write \\\\ for the character itself.");
      return;
    }
    at++;
    add(line.charAt(at));
  }

  private void refuse(int index, String had, String advice) {
    if (fault == null) {
      fault = new Bad(index, had, advice);
    }
  }
}
