package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How the server's threads serve requests. */
public enum Mode {
  /** The connector's own pool of operating-system threads. */
  PLATFORM,
  /** A virtual thread for each request. */
  VIRTUAL;

  /**
   * The name in records, thresholds and on the command line: {@code platform} or {@code virtual}.
   */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The mode of that label.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Mode of(String label) {
    for (Mode mode : values()) {
      if (mode.label().equals(label)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("mode must be platform or virtual, was '" + label + "'");
  }
}
