package loomwatch.results.yaml;

import loomwatch.results.files.Plain;

/**
 * One thing wrong with a file that somebody wrote.
 *
 * @param position where
 * @param message what must be, and what was
 * @param excerpt the line before and the line itself with a caret, each ending in a newline; empty
 *     when the file could not be read
 * @param advice what to do
 */
public record Problem(Position position, String message, String excerpt, String advice) {

  public Problem {
    // Names and values of the file are in both.
    message = Plain.text(message);
    advice = Plain.text(advice);
  }

  @Override
  public String toString() {
    return position + ": " + message + "\n" + excerpt + "  " + advice;
  }
}
