package loomwatch.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the server on this machine answers: a program for container images, which need not have
 * curl. Ends with 0 when it does, and with 1 and the reason on standard error when it does not.
 */
public final class HealthCheck {
  /** Below the time that images give the whole program. */
  private static final int PATIENCE_MILLIS = 3_000;

  private HealthCheck() {}

  /** Takes the port. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    Optional<String> trouble = trouble(Integer.parseInt(args[0]));
    trouble.ifPresent(what -> System.err.println("loomwatch-server: " + what));
    System.exit(trouble.isEmpty() ? 0 : 1);
  }

  /** Why the server on the port is not well; empty when it answers as it should. */
  static Optional<String> trouble(int port) {
    URI hello = URI.create("http://127.0.0.1:" + port + "/hello");
    try {
      HttpURLConnection connection = (HttpURLConnection) hello.toURL().openConnection();
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == HttpURLConnection.HTTP_OK
          ? Optional.empty()
          : Optional.of(hello + " must answer 200, answered " + status);
    } catch (IOException e) {
      return Optional.of(hello + " must answer 200, did not: " + e.getMessage());
    }
  }
}
