package loomwatch.judge.study;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whether a claim holds on this machine. */
public enum ClaimOutcome {
  /** The whole interval is within its bounds. */
  HOLDS,
  /** The whole interval is outside. */
  DOES_NOT_HOLD,
  /** Neither: the interval straddles a bound, or there is none. */
  CANNOT_TELL;

  /** The name in JSON. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
