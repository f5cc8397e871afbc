package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import loomwatch.results.Launch.Mode;

/** Which numbers a verdict is about: one mode's, or virtual relative to platform. */
public enum JudgedMode {
  PLATFORM,
  VIRTUAL,
  /** Virtual over platform, paired within rounds; its unit is {@code ratio}. */
  RATIO;

  /** The name in JSON and reports: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode that these numbers are of; nothing for a ratio, which is of both. */
  Optional<Mode> single() {
    return switch (this) {
      case PLATFORM -> Optional.of(Mode.PLATFORM);
      case VIRTUAL -> Optional.of(Mode.VIRTUAL);
      case RATIO -> Optional.empty();
    };
  }

  /** That mode alone. */
  public static JudgedMode of(Mode mode) {
    return switch (mode) {
      case PLATFORM -> PLATFORM;
      case VIRTUAL -> VIRTUAL;
    };
  }
}
