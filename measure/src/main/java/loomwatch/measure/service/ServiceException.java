package loomwatch.measure.service;

public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ServiceException(String message) {
    super(message);
  }
}
