package loomwatch.harness.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * One thing the doctor looked at.
 *
 * @param check what was looked at
 * @param status how good it is
 * @param seen what was found, with figures
 * @param mend why it matters and what to do, with the command where there is one; empty when it is
 *     well
 */
public record Finding(String check, Status status, String seen, String mend) {

  /** How good it is. */
  public enum Status {
    OK,
    /** Numbers get noisier, or something cannot be used. */
    ADVICE,
    /** Nothing measured here would be valid. */
    PROBLEM;

    /** The name in JSON: lower case. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For a person: a line, and how to mend it below. */
  public String text() {
    String mark =
        switch (status) {
          case OK -> "✔";
          case ADVICE -> "!";
          case PROBLEM -> "✘";
        };
    String line = "%s %-22s %s%n".formatted(mark, check, seen);
    return mend.isEmpty() ? line : line + "    " + mend + "\n";
  }

  static Finding ok(String check, String seen) {
    return new Finding(check, Status.OK, seen, "");
  }

  static Finding advice(String check, String seen, String mend) {
    return new Finding(check, Status.ADVICE, seen, mend);
  }

  static Finding problem(String check, String seen, String mend) {
    return new Finding(check, Status.PROBLEM, seen, mend);
  }
}
