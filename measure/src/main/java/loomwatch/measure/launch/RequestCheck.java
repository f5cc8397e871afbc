package loomwatch.measure.launch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.loadgen.Encoding;
import loomwatch.loadgen.Template;
import loomwatch.loadgen.UserSession;
import loomwatch.loadgen.Variables;
import loomwatch.measure.service.ServiceException;
import loomwatch.results.Invalid;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import loomwatch.results.Session;

/**
 * Sends each request of these scenarios once, so that a wrong one ends a measurement at its start.
 *
 * @param scenarios may be empty: then nothing is checked
 */
public record RequestCheck(List<Scenario> scenarios) {
  public static final RequestCheck NONE = new RequestCheck(List.of());

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(10);
  private static final Duration AGAIN = Duration.ofMillis(250);

  public RequestCheck {
    scenarios = List.copyOf(scenarios);
  }

  public boolean isNone() {
    return scenarios.isEmpty();
  }

  /** Waits until a server knows the users of the scenarios that log in. */
  public static void awaitUsers(List<Scenario> scenarios, Server server)
      throws LaunchFailure, InterruptedException {
    for (Scenario scenario : scenarios) {
      try {
        loggedIn(server, scenario);
      } catch (ServiceException wrong) {
        throw new LaunchFailure(Invalid.Reason.ERRORS, String.valueOf(wrong.getMessage()));
      }
    }
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

  /**
   * Requires the variables of the environment that the scenarios use, before anything is built.
   *
   * @throws ServiceException if one is missing
   */
  public static void requireVariables(List<Scenario> scenarios) {
    scenarios.forEach(RequestCheck::variables);
  }

  private static Variables variables(Scenario scenario) {
    try {
      return Variables.of(scenario.sent());
    } catch (IllegalArgumentException missing) {
      throw new ServiceException(
          "scenario %s cannot be sent: %s".formatted(scenario.name(), missing.getMessage()));
    }
  }

  private static void send(Server server, Scenario scenario)
      throws LaunchFailure, InterruptedException {
    Trial trial = loggedIn(server, scenario);
    for (MixedRequest request : scenario.sent().requests()) {
      trial.send(request, request.shown());
    }
  }

  /**
   * Logs a user in, where the scenario does; again for ten seconds at most, as many services create
   * their users after they listen.
   */
  private static Trial loggedIn(Server server, Scenario scenario)
      throws LaunchFailure, InterruptedException {
    Session session = scenario.sent().session();
    long end = System.nanoTime() + KNOWN_WITHIN.toNanos();
    while (true) {
      Trial trial = new Trial(server, scenario, variables(scenario));
      try {
        int step = 1;
        for (MixedRequest request : session == null ? List.<MixedRequest>of() : session.login()) {
          trial.send(request, "step %d of its session, %s,".formatted(step++, request.shown()));
        }
        return trial;
      } catch (ServiceException wrong) {
        if (System.nanoTime() - end >= 0) {
          throw wrong;
        }
        Thread.sleep(AGAIN);
      }
    }
  }

  /** The requests of one user of a scenario, with the first row of values. */
  private static final class Trial {
    private final Server server;
    private final Scenario scenario;
    private final Variables variables;
    private final UserSession user;

    Trial(Server server, Scenario scenario, Variables variables) {
      this.server = server;
      this.scenario = scenario;
      this.variables = variables;
      this.user = new UserSession(variables);
    }

    void send(MixedRequest asked, String shown) throws LaunchFailure, InterruptedException {
      ExpectedAnswer expected = asked.sent().expected();
      try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
        HttpResponse<String> answer =
            ProbeClient.answer(
                client, request(asked), HttpResponse.BodyHandlers.ofString(), ANSWER_WITHIN);
        Optional<String> missing = take(asked.sent(), answer);
        String piece = expected.contains();
        if (!expected.takes(answer.statusCode())
            || piece != null && !answer.body().contains(piece)) {
          throw failed(
              "must be answered with %s, %s was with %d"
                  .formatted(expected.shown(), shown, answer.statusCode()),
              beginning(asked, answer));
        }
        if (missing.isPresent()) {
          throw failed(
              "must be answered with %s, %s was with %d without it"
                  .formatted(missing.get(), shown, answer.statusCode()),
              beginning(asked, answer));
        }
      } catch (IOException | IllegalArgumentException e) {
        server.requireAlive("at the first request of scenario " + scenario.name());
        throw failed("must be answered, %s was not".formatted(shown), e.toString());
      }
    }

    private ServiceException failed(String what, String answer) {
      return new ServiceException(
          "scenario %s %s by the %s server: %s%n  Its log: %s"
              .formatted(
                  scenario.name(),
                  what,
                  server.mode().label(),
                  user.masked(answer, false),
                  server.directory().resolve("server.log")));
    }

    private Optional<String> take(Request sent, HttpResponse<String> answer) {
      if (scenario.sent().session() == null) {
        return Optional.empty();
      }
      Map<String, List<String>> headers = new TreeMap<>();
      answer
          .headers()
          .map()
          .forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), all));
      return user.take(sent, new UserSession.Answer(headers, answer.body()));
    }

    private HttpRequest request(MixedRequest asked) {
      Request sent = asked.sent();
      String body = sent.body();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server.url(text(asked.path(), Encoding.PATH)))
              .method(
                  sent.method(),
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(
                          text(body, Encoding.ofBody(sent.headers()))));
      sent.headers()
          .forEach((name, value) -> request.setHeader(name, text(value, Encoding.HEADER)));
      if (!user.cookies().isEmpty()) {
        request.setHeader("Cookie", user.cookies());
      }
      return request.build();
    }

    private String text(String template, Encoding encoding) {
      return new Template(template, encoding, scenario.sent().values(), variables).text(0, user);
    }

    /** Masks before it is cut, so that nothing of a secret remains. */
    private String beginning(MixedRequest asked, HttpResponse<String> answer) {
      String quoted = user.quoted(asked.sent(), answer.statusCode(), answer.body(), false);
      String line = quoted.strip().replaceAll("\\s+", " ");
      return line.isEmpty() ? "(empty)" : line.substring(0, Math.min(200, line.length()));
    }
  }
}
