package loomwatch.gate.report;

import java.util.Locale;
import loomwatch.gate.verdict.Outcome;

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

  /** Shape and word: {@code ✘ REGRESSED}. */
  static String of(Outcome outcome) {
    return shape(outcome) + " " + outcome.label().toUpperCase(Locale.ROOT);
  }
}
