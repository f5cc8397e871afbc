package loomwatch.gate.report;

import java.util.Locale;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;

/** An outcome's shape: the same with and without colour. */
final class Mark {
  private Mark() {}

  static String shape(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "✔";
      case IMPROVED -> "▲";
      case REGRESSED -> "✘";
      case INCONCLUSIVE -> "?";
      case INVALID -> "⊘";
    };
  }

  /** Shape and word: {@code ✘ REGRESSED}, {@code ✔ PASS WITH WARNING}. */
  static String of(Verdict verdict) {
    return shape(verdict.verdict()) + " " + word(verdict).toUpperCase(Locale.ROOT);
  }

  /** What the whole is called: nothing passes plainly over what doubled. */
  static String word(Verdict verdict) {
    return verdict.verdict().label() + (verdict.doubled().isEmpty() ? "" : " with warning");
  }

  /** Shape and word: {@code ✘ REGRESSED}. */
  static String of(Outcome outcome) {
    return shape(outcome) + " " + outcome.label().toUpperCase(Locale.ROOT);
  }
}
