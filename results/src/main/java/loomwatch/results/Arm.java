package loomwatch.results;

import java.util.Locale;

/** What a launch is one of: head alone, or in a comparison one side of it or a step between. */
public enum Arm {
  BASE,
  HEAD,
  /** Head's toolchain with base's code. */
  TOOLCHAIN,
  /** Base's toolchain with head's code. */
  CODE;

  /** The name in records and reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
