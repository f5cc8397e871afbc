package loomwatch.harness.job;

/** Base and head are alike in all that was to be measured: there is no verdict; exit code 4. */
public final class NothingMovedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NothingMovedException(String message) {
    super(message);
  }
}
