package loomwatch.results;

import org.jspecify.annotations.Nullable;

/**
 * Which answer to a request is right; every other is an error.
 *
 * @param status from 200 to 599; null for any 2xx
 * @param contains what its body must have somewhere, as UTF-8; null for whatever body
 */
public record Expected(@Nullable Integer status, @Nullable String contains) {
  /** Any 2xx. */
  public static final Expected SUCCESS = new Expected(null, null);

  public Expected {
    if (status != null) {
      Require.check(status >= 200 && status <= 599, "status", "from 200 to 599", status);
    }
    if (contains != null) {
      Require.text("contains", contains);
    }
  }

  /** Whether an answer of that status may be right. */
  public boolean takes(int answered) {
    return status == null ? answered / 100 == 2 : answered == status;
  }

  /** For people: {@code 201 with "id"}. */
  public String shown() {
    String kind = status == null ? "2xx" : status.toString();
    return contains == null ? kind : kind + " with " + contains;
  }
}
