package loomwatch.harness.cli;

/** Base and head are alike in all that was to be measured: there is no verdict; exit code 4. */
final class NothingMovedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NothingMovedException(String message) {
    super(message);
  }
}
