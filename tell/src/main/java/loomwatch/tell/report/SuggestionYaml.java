package loomwatch.tell.report;

import java.util.Locale;
import loomwatch.judge.calibration.Suggestion;
import loomwatch.judge.calibration.Suggestion.Suggested;
import loomwatch.judge.verdict.Plural;
import loomwatch.tell.text.Effect;

/** Tolerances to be copied into {@code thresholds.yaml}, with what they cost. */
public final class SuggestionYaml {
  private SuggestionYaml() {}

  /** Entries under {@code limits}, without their {@code gate} and {@code why}. */
  public static String render(Suggestion suggestion) {
    StringBuilder yaml =
        new StringBuilder(
            "# Tolerances that this machine can hold: at least twice its noise floor, and 1 %.\n");
    yaml.append(
        String.format(
            Locale.ROOT,
            "# With them, of %s of one subject with itself %s regressed and %s inconclusive; one took"
                + " %.1f minutes.%n",
            Plural.count(suggestion.regressed().of(), "comparison"),
            suggestion.regressed().count() == 1 ? "1 is" : suggestion.regressed().count() + " are",
            suggestion.inconclusive(),
            suggestion.minutes()));
    for (Suggested one : suggestion.tolerances()) {
      yaml.append("  - scenario: ").append(one.scenario()).append('\n');
      yaml.append("    metric: ").append(one.metric().label()).append('\n');
      yaml.append("    tolerance: ")
          .append(Effect.smallest(one.percent()))
          .append("   # noise floor ")
          .append(Effect.smallest(one.floorPercent()))
          .append("; now ")
          .append(Effect.smallest(one.nowPercent()))
          .append('\n');
    }
    return yaml.toString();
  }
}
