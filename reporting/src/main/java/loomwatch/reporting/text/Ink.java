package loomwatch.reporting.text;

import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.text.Style.Colour;

/** How text is coloured at a terminal, in the 16 colours every theme has (ECMA-48 SGR). */
public enum Ink {
  PLAIN(""),
  BOLD("1"),
  GOOD("32"),
  BAD("31"),
  DOUBTFUL("33"),
  VOID("35"),
  PLATFORM("36"),
  VIRTUAL("33");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  public String on(String text, Colour colour) {
    return colour == Colour.OFF || this == PLAIN || text.isEmpty()
        ? text
        : "\033[" + code + "m" + text + "\033[0m";
  }

  public static Ink of(Outcome outcome) {
    return switch (outcome) {
      case PASS, IMPROVED -> GOOD;
      case REGRESSED -> BAD;
      case INCONCLUSIVE -> DOUBTFUL;
      case INVALID -> VOID;
    };
  }
}
