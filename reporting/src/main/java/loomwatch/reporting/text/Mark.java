package loomwatch.reporting.text;

import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import org.jspecify.annotations.Nullable;

/** An outcome's shape, the same with and without colour, and its word. */
public final class Mark {
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

  /** Shape and word: {@code ✘ REGRESSED}. */
  public static String of(Outcome outcome) {
    return shape(outcome) + " " + outcome.label().toUpperCase(Locale.ROOT);
  }

  /** The shape in its colour; empty where nothing came out. */
  public static Text inked(@Nullable Outcome outcome) {
    return outcome == null ? Text.EMPTY : Text.of(shape(outcome), Ink.of(outcome));
  }

  /** Of figures that came to that, or to nothing. */
  public static Ink ink(@Nullable Outcome outcome) {
    return outcome == null ? Ink.PLAIN : Ink.of(outcome);
  }

  /** Shape and word in their colour; empty where nothing came out. */
  public static Text named(@Nullable Outcome outcome) {
    return outcome == null ? Text.EMPTY : Text.of(of(outcome), Ink.of(outcome));
  }
}
