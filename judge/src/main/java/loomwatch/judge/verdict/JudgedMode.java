package loomwatch.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import loomwatch.results.Launch.Mode;

/** The values a verdict is about: one mode's, or virtual ÷ platform. */
public enum JudgedMode {
  PLATFORM,
  VIRTUAL,
  /** Virtual ÷ platform, paired within rounds; the unit is {@code ratio}. */
  RATIO;

  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the mode, or empty for a ratio, which has two. */
  public Optional<Mode> single() {
    return switch (this) {
      case PLATFORM -> Optional.of(Mode.PLATFORM);
      case VIRTUAL -> Optional.of(Mode.VIRTUAL);
      case RATIO -> Optional.empty();
    };
  }

  public static JudgedMode of(Mode mode) {
    return switch (mode) {
      case PLATFORM -> PLATFORM;
      case VIRTUAL -> VIRTUAL;
    };
  }
}
