package loomwatch.tell.json;

import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.Outcome;
import org.jspecify.annotations.Nullable;

/** A {@link Found} as {@code verdict.json} has it: of its finding, the outcome and the words. */
record StoredFound(Outcome verdict, boolean gate, String reason, @Nullable String why) {

  static StoredFound of(Found found) {
    return new StoredFound(found.verdict(), found.gate(), found.reason(), found.why());
  }

  /** Where the figures it follows from are not beside it. */
  Found asTold() {
    return new Found(new Finding.AsTold(verdict, reason), gate, why);
  }
}
