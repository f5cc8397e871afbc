package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;

/** Which way a metric gets better. It belongs to the metric, never to a tool or a chart. */
public enum Direction {
  LOWER_IS_BETTER("lower"),
  HIGHER_IS_BETTER("higher");

  private final String label;

  Direction(String label) {
    this.label = label;
  }

  /** The name in JSON: {@code lower} or {@code higher}. */
  @JsonValue
  public String label() {
    return label;
  }

  /** +1 where larger is worse, −1 where smaller is. */
  public int sign() {
    return switch (this) {
      case LOWER_IS_BETTER -> 1;
      case HIGHER_IS_BETTER -> -1;
    };
  }
}
