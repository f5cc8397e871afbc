package loomwatch.measure.launch;

import loomwatch.results.Invalid;

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
