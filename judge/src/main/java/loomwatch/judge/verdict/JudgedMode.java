package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import loomwatch.results.Launch.Mode;

/** Which numbers a verdict is about: one mode's, or virtual relative to platform. */
public enum JudgedMode {
  PLATFORM,
  VIRTUAL,
  /** Virtual over platform, paired within blocks; its unit is {@code ratio}. */
  CONTRAST;

  /** The name in JSON and reports: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** That mode alone. */
  public static JudgedMode of(Mode mode) {
    return switch (mode) {
      case PLATFORM -> PLATFORM;
      case VIRTUAL -> VIRTUAL;
    };
  }
}
