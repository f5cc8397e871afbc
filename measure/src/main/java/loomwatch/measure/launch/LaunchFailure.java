package loomwatch.measure.launch;

import loomwatch.results.Invalid;

/** A server that did not start, or is gone; the reason carries its last log lines. */
public final class LaunchFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Invalid invalid;

  public LaunchFailure(Invalid.Reason cause, String detail) {
    super(detail);
    this.invalid = new Invalid(cause, detail);
  }

  public Invalid invalid() {
    return invalid;
  }
}
