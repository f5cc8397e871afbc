package loomwatch.reporting.text;

import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.text.Style.Colour;
import org.jspecify.annotations.Nullable;

/** Colours of text at a terminal, of the 16 that every theme has (ECMA-48 SGR). */
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

  /** An outcome's shape, the same with and without colour, and its word. */
  public static final class Mark {
    private Mark() {}

    public static String shape(Outcome outcome) {
      return switch (outcome) {
        case PASS -> "✔";
        case IMPROVED -> "▼";
        case REGRESSED -> "✘";
        case INCONCLUSIVE -> "?";
        case INVALID -> "⊘";
      };
    }

    /** Returns shape and word: {@code ✘ REGRESSED}. */
    public static String of(Outcome outcome) {
      return shape(outcome) + " " + outcome.label().toUpperCase(Locale.ROOT);
    }

    /** Returns the shape in its colour; empty without an outcome. */
    public static Text inked(@Nullable Outcome outcome) {
      return outcome == null ? Text.EMPTY : Text.of(shape(outcome), Ink.of(outcome));
    }

    public static Ink ink(@Nullable Outcome outcome) {
      return outcome == null ? Ink.PLAIN : Ink.of(outcome);
    }

    /** Returns shape and word in their colour; empty without an outcome. */
    public static Text named(@Nullable Outcome outcome) {
      return outcome == null ? Text.EMPTY : Text.of(of(outcome), Ink.of(outcome));
    }
  }
}
