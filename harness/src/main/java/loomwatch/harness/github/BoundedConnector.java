package loomwatch.harness.github;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.kohsuke.github.connector.GitHubConnector;
import org.kohsuke.github.connector.GitHubConnectorRequest;
import org.kohsuke.github.connector.GitHubConnectorResponse;

/**
 * Sends the library's requests: each bounded in time, to one server only, following no redirect. It
 * never tries again by itself: after a lost answer only looking tells whether the request had an
 * effect, so what is tried again is the whole step, which looks first ({@link Patience}).
 */
final class BoundedConnector implements GitHubConnector {
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Duration TO_ANSWER = Duration.ofSeconds(30);

  private final Endpoint endpoint;
  private final InstantSource clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(TO_CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  BoundedConnector(Endpoint endpoint, InstantSource clock) {
    this.endpoint = endpoint;
    this.clock = clock;
  }

  @Override
  public GitHubConnectorResponse send(GitHubConnectorRequest request) throws IOException {
    URI address = URI.create(request.url().toString());
    if (!endpoint.serves(address)) {
      throw new IOException("GitHub pointed to another server, " + address.getAuthority());
    }
    HttpRequest.Builder sent =
        HttpRequest.newBuilder(address).method(request.method(), body(request));
    request
        .allHeaders()
        .forEach((name, values) -> values.forEach(value -> sent.setHeader(name, value)));
    String type = request.contentType();
    if (request.hasBody() && type != null) {
      sent.setHeader("Content-Type", type);
    }
    HttpResponse<byte[]> came = answer(sent.build());
    Answer answer = new Answer(request, came.statusCode(), came.headers().map(), came.body());
    Duration wait = Busy.wait(answer, clock.instant()).orElse(null);
    if (wait != null) {
      throw new BusyException("GitHub answered " + answer.statusCode(), wait);
    }
    if (answer.statusCode() >= 300 && answer.statusCode() < 400 && answer.statusCode() != 304) {
      throw new IOException(
          "GitHub redirects " + address.getPath() + ": was the repository renamed?");
    }
    return answer;
  }

  private static HttpRequest.BodyPublisher body(GitHubConnectorRequest request) throws IOException {
    try (InputStream body = request.body()) {
      return body == null
          ? HttpRequest.BodyPublishers.noBody()
          : HttpRequest.BodyPublishers.ofByteArray(body.readAllBytes());
    }
  }

  /** The request's own time-out would end with the headers. */
  private HttpResponse<byte[]> answer(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> coming =
        client.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return coming.get(TO_ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      coming.cancel(true);
      throw new BusyException(
          "no answer from " + endpoint.api() + " within " + TO_ANSWER.toSeconds() + " s",
          Duration.ZERO);
    } catch (ExecutionException e) {
      throw new BusyException("no answer from " + endpoint.api() + ": " + reason(e), Duration.ZERO);
    } catch (InterruptedException e) {
      coming.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String reason(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /** What came back, whole; read through {@code bodyStream()}, which decompresses it. */
  private static final class Answer extends GitHubConnectorResponse.ByteArrayResponse {
    private final byte[] body;

    Answer(
        GitHubConnectorRequest request,
        int status,
        Map<String, List<String>> headers,
        byte[] body) {
      super(request, status, headers);
      this.body = body;
    }

    @Override
    protected InputStream rawBodyStream() {
      return new ByteArrayInputStream(body);
    }
  }
}
