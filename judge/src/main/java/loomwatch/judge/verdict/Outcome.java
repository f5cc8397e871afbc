package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of judging one metric or a whole record. */
public enum Outcome {
  /** The limit is shown to be met. */
  PASS,
  /** The limit is shown to be violated. */
  REGRESSED,
  /** Head is better by at least the tolerance. */
  IMPROVED,
  INCONCLUSIVE,
  /** There is no valid measurement to judge. */
  INVALID;

  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
