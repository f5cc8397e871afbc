package loomwatch.measure.service;

/**
 * A service that cannot be built, started or asked as its file says. The message shows what it
 * wrote, and says what to do.
 */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ServiceException(String message) {
    super(message);
  }
}
