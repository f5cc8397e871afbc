package loomwatch.results;

import java.util.Locale;

/** What a launch is one of: head alone, or in a comparison one side of it. */
public enum Arm {
  BASE,
  HEAD;

  /** The name in records and reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
