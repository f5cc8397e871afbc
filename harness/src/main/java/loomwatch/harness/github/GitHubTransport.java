package loomwatch.harness.github;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import loomwatch.harness.github.Hub.Endpoint;
import org.kohsuke.github.connector.GitHubConnector;
import org.kohsuke.github.connector.GitHubConnectorRequest;
import org.kohsuke.github.connector.GitHubConnectorResponse;

/**
 * Sends requests with a time-out, to one server only, without following redirects. It never
 * retries: after a lost response it is unknown whether the request had an effect, so {@link
 * Hub#step} repeats the whole step, which reads first.
 */
final class GitHubTransport implements GitHubConnector {
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

  GitHubTransport(Endpoint endpoint, InstantSource clock) {
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
    BufferedAnswer answer =
        new BufferedAnswer(request, came.statusCode(), came.headers().map(), came.body());
    Duration wait = pauseAskedFor(answer, clock.instant()).orElse(null);
    if (wait != null) {
      throw new RetryLaterException("GitHub answered " + answer.statusCode(), wait);
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

  /** Bounds the whole response, as the time-out of a request ends with the headers. */
  private HttpResponse<byte[]> answer(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> coming =
        client.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return coming.get(TO_ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      coming.cancel(true);
      throw new RetryLaterException(
          "no answer from " + endpoint.api() + " within " + TO_ANSWER.toSeconds() + " s",
          Duration.ZERO);
    } catch (ExecutionException e) {
      throw new RetryLaterException(
          "no answer from " + endpoint.api() + ": " + reason(e), Duration.ZERO);
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

  /**
   * Returns the minimum wait if the response asks for one, by GitHub's rules for primary and
   * secondary rate limits (docs.github.com, REST API, "Rate limits" and "Best practices").
   */
  private static Optional<Duration> pauseAskedFor(GitHubConnectorResponse answer, Instant now)
      throws IOException {
    int status = answer.statusCode();
    if (status >= 500) {
      return Optional.of(retryAfter(answer, now).orElse(Duration.ZERO));
    }
    if (status != 429 && status != 403) {
      return Optional.empty();
    }
    Optional<Duration> said = retryAfter(answer, now).or(() -> reset(answer, now));
    boolean limited = status == 429 || isLimit(answer) || saysSecondary(answer);
    return said.isPresent() ? said : limited ? Optional.of(RetryAfter.A_MINUTE) : Optional.empty();
  }

  /** Checks what the library checks, as the library would wait itself for what is missed here. */
  private static boolean isLimit(GitHubConnectorResponse answer) {
    return answer.header("gh-limited-by") != null || isUsedUp(answer);
  }

  private static boolean isUsedUp(GitHubConnectorResponse answer) {
    return "0".equals(answer.header("X-RateLimit-Remaining"));
  }

  private static boolean saysSecondary(GitHubConnectorResponse answer) throws IOException {
    try (InputStream body = answer.bodyStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8)
          .toLowerCase(Locale.ROOT)
          .contains("secondary rate limit");
    }
  }

  private static Optional<Duration> retryAfter(GitHubConnectorResponse answer, Instant now) {
    return RetryAfter.read(answer.header("Retry-After"), now);
  }

  /** Returns the time until the primary limit is reset, if it is used up. */
  private static Optional<Duration> reset(GitHubConnectorResponse answer, Instant now) {
    return Optional.ofNullable(isUsedUp(answer) ? answer.header("X-RateLimit-Reset") : null)
        .filter(seconds -> seconds.matches("\\d{1,11}"))
        .map(seconds -> RetryAfter.until(Instant.ofEpochSecond(Long.parseLong(seconds) + 1), now));
  }

  /** A complete response; {@code bodyStream()} decompresses it. */
  private static final class BufferedAnswer extends GitHubConnectorResponse.ByteArrayResponse {
    private final byte[] body;

    BufferedAnswer(
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

  /** A temporary failure of a request that may have had an effect. */
  static final class RetryLaterException extends IOException {
    private static final long serialVersionUID = 1;

    private final Duration atLeast;

    RetryLaterException(String message, Duration atLeast) {
      super(message);
      this.atLeast = atLeast;
    }

    Duration atLeast() {
      return atLeast;
    }
  }

  /** Reads as usual, but prints what would be written and reports success. */
  record DryRunConnector(GitHubConnector reading, PrintStream out) implements GitHubConnector {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public GitHubConnectorResponse send(GitHubConnectorRequest request) throws IOException {
      if (request.method().equals("GET")) {
        return reading.send(request);
      }
      JsonNode body = body(request);
      out.println("would " + request.method() + " " + request.url().getPath());
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(body));
      return echo(request, body);
    }

    private static JsonNode body(GitHubConnectorRequest request) throws IOException {
      try (InputStream body = request.body()) {
        return body == null ? JsonNodeFactory.instance.objectNode() : JSON.readTree(body);
      }
    }

    /**
     * Returns the sent object as GitHub would, without labels, which GitHub returns as objects; an
     * empty list for a deletion.
     */
    private static BufferedAnswer echo(GitHubConnectorRequest request, JsonNode sent)
        throws JsonProcessingException {
      ObjectNode kept = sent.isObject() ? sent.deepCopy() : JsonNodeFactory.instance.objectNode();
      kept.remove("labels");
      String json = request.method().equals("DELETE") ? "[]" : JSON.writeValueAsString(kept);
      int status = request.method().equals("POST") ? 201 : 200;
      return new BufferedAnswer(request, status, Map.of(), json.getBytes(StandardCharsets.UTF_8));
    }
  }
}
