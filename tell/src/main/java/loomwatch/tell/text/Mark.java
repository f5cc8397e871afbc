package loomwatch.tell.text;

import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;

/** An outcome's shape: the same with and without colour. */
public final class Mark {
  private Mark() {}

  public static String shape(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "✔";
      case IMPROVED -> "▲";
      case REGRESSED -> "✘";
      case INCONCLUSIVE -> "?";
      case INVALID -> "⊘";
    };
  }

  /** Shape and word: {@code ✘ REGRESSED}, {@code ✔ PASS WITH WARNING}. */
  public static String of(Verdict verdict) {
    return shape(verdict.verdict()) + " " + word(verdict).toUpperCase(Locale.ROOT);
  }

  /** What the whole is called: nothing passes plainly over what doubled. */
  public static String word(Verdict verdict) {
    return verdict.verdict().label() + (verdict.doubled().isEmpty() ? "" : " with warning");
  }

  /** Shape and word: {@code ✘ REGRESSED}. */
  public static String of(Outcome outcome) {
    return shape(outcome) + " " + outcome.label().toUpperCase(Locale.ROOT);
  }
}
