package loomwatch.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks whether the server on this machine answers, for container images without curl. Exits with
 * 0 if it does, or with 1 and the reason on standard error.
 */
public final class HealthCheck {
  /** Timeout, shorter than the one that images set for the whole program. */
  private static final int PATIENCE_MILLIS = 3_000;

  private HealthCheck() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    Optional<String> trouble = trouble(Integer.parseInt(args[0]));
    trouble.ifPresent(what -> System.err.println("loomwatch-server: " + what));
    System.exit(trouble.isEmpty() ? 0 : 1);
  }

  /** Returns what is wrong with the server on the port; empty if it answers as expected. */
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
