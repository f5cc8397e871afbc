package loomwatch.measure.launch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import loomwatch.measure.service.ServiceException;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request of these scenarios once, so that a wrong one ends a measurement at its start.
 *
 * @param scenarios may be empty: then nothing is checked
 */
public record RequestCheck(List<Scenario> scenarios) {
  public static final RequestCheck NONE = new RequestCheck(List.of());

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  public RequestCheck {
    scenarios = List.copyOf(scenarios);
  }

  public boolean isNone() {
    return scenarios.isEmpty();
  }

  /**
   * Checks a server and returns what was seen, for people.
   *
   * @throws ServiceException if an answer is not the expected one
   * @throws LaunchFailure if the server ended
   */
  public String check(String variant, Server server) throws LaunchFailure, InterruptedException {
    for (Scenario scenario : scenarios) {
      send(server, scenario);
    }
    server.requireAlive("after one request of each scenario");
    String ready =
        server
            .timeToReady()
            .map(time ->
                String.format(
                    Locale.ROOT,
                    "ready in %.1f s with %s threads",
                    time.toNanos() / 1e9,
                    server.mode().label()))
            .orElse("%s is there".formatted(server.url("")));
    return "%s: %s, and answers %s"
        .formatted(
            variant,
            ready,
            scenarios.stream().map(Scenario::name).collect(Collectors.joining(", ")));
  }

  /** Returns the failure of a start as one of the service, which ends a measurement. */
  public static ServiceException ofStart(String variant, LaunchFailure failure, String service) {
    return new ServiceException(
        "%s: %s of %s; start it by hand to see why, or fix its file"
            .formatted(variant, failure.getMessage(), service));
  }

  private static void send(Server server, Scenario scenario)
      throws LaunchFailure, InterruptedException {
    for (MixedRequest request : scenario.sent().requests()) {
      send(server, scenario, request);
    }
  }

  private static void send(Server server, Scenario scenario, MixedRequest asked)
      throws LaunchFailure, InterruptedException {
    HttpRequest request = request(server, asked, scenario.sent().values());
    ExpectedAnswer expected = asked.sent().expected();
    try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
      HttpResponse<String> answer =
          ProbeClient.answer(client, request, HttpResponse.BodyHandlers.ofString(), ANSWER_WITHIN);
      String piece = expected.contains();
      if (!expected.takes(answer.statusCode()) || piece != null && !answer.body().contains(piece)) {
        throw new ServiceException(
            "scenario %s must be answered with %s, %s was with %d by the %s server: %s%n  Its log: %s"
                .formatted(
                    scenario.name(),
                    expected.shown(),
                    asked.shown(),
                    answer.statusCode(),
                    server.mode().label(),
                    beginning(answer.body()),
                    server.directory().resolve("server.log")));
      }
    } catch (IOException e) {
      server.requireAlive("at the first request of scenario " + scenario.name());
      throw new ServiceException(
          "scenario %s must be answered, %s was not by the %s server: %s%n  Its log: %s"
              .formatted(
                  scenario.name(),
                  asked.shown(),
                  server.mode().label(),
                  e,
                  server.directory().resolve("server.log")));
    }
  }

  /** Returns the request with the first row of values. */
  private static HttpRequest request(Server server, MixedRequest asked, @Nullable Values values) {
    Request sent = asked.sent();
    UnaryOperator<String> filled = text -> values == null ? text : values.fill(text, 0);
    String body = sent.body();
    String path = values == null ? asked.path() : values.fillPath(asked.path(), 0);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.url(path))
            .method(
                sent.method(),
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(filled.apply(body)));
    sent.headers().forEach((name, value) -> request.setHeader(name, filled.apply(value)));
    return request.build();
  }

  private static String beginning(String body) {
    String line = body.strip().replaceAll("\\s+", " ");
    return line.isEmpty() ? "(empty)" : line.substring(0, Math.min(200, line.length()));
  }
}
