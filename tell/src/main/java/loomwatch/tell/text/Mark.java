package loomwatch.tell.text;

import java.util.Locale;
import loomwatch.judge.verdict.Outcome;

/** An outcome's shape: the same with and without colour. */
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
}
