package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What judging says of one metric, or of a whole record. */
public enum Outcome {
  /** The limit holds, and the interval leaves no room for doubt. */
  PASS,
  /** The limit is broken, and the interval leaves no room for doubt. */
  REGRESSED,
  /** Better by the tolerance or more. */
  IMPROVED,
  /** The measurement was inconclusive. */
  INCONCLUSIVE,
  /** There is no valid measurement to judge. */
  INVALID;

  /** The name in JSON and reports: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
