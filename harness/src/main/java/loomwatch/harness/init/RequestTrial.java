package loomwatch.harness.init;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import loomwatch.harness.init.requests.FoundRequest;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;

/** Sends each request to a running service, to find out which can be a scenario. */
final class RequestTrial {
  /** The reason of a request that is left out for want of a login. */
  static final String LOGIN = "it lacks a login, as by session:";

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  /** Long enough that the JIT has begun, and short enough to wait for. */
  private static final Duration TRIED = Duration.ofSeconds(3);

  /** The quickest window counts, as other processes can only slow it down. */
  private static final Duration WINDOW = Duration.ofMillis(200);

  /** Share of one client's rate, as a test should stay far from the limit. */
  private static final double SHARE = 0.5;

  private static final int MOST = 2_000;

  /** Each scenario is measured for minutes. */
  private static final int MOST_SCENARIOS = 5;

  private static final int MOST_LEFT_OUT = 20;

  private final Server server;
  private final Function<String, URI> urls;
  private final Consumer<String> said;
  private final List<Answered> answered = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  /**
   * Creates a trial.
   *
   * @param urls of paths, where the service listens
   */
  RequestTrial(Server server, Function<String, URI> urls, Consumer<String> said) {
    this.server = server;
    this.urls = urls;
    this.said = said;
  }

  /** A request that was answered with 2xx, and a rate that one client can sustain. */
  record Answered(FoundRequest request, int rate) {}

  /**
   * The result of a trial.
   *
   * @param answered the first five
   * @param leftOut a clause for each of the others
   */
  record Tried(List<Answered> answered, List<String> leftOut) {
    Tried {
      answered = List.copyOf(answered);
      leftOut = List.copyOf(leftOut);
    }

    /** Returns the path of the first that was refused for want of a login. */
    Optional<String> refused() {
      return leftOut.stream()
          .filter(why -> why.endsWith(LOGIN))
          .map(why -> why.split(" ")[1].replace("{", "<").replace("}", ">"))
          .findFirst();
    }

    /** Reports whether the service failed at one. */
    boolean failed() {
      return leftOut.stream()
          .anyMatch(why -> why.matches(".* (answers 5\\d\\d|does not answer).*"));
    }
  }

  Tried of(List<FoundRequest> requests) throws LaunchFailure, InterruptedException {
    List<String> untried = new ArrayList<>();
    try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
      for (FoundRequest request : requests) {
        String name = request.method() + " " + request.path();
        Optional<FoundRequest> guessed = request.guessed();
        if (request.lacks().isPresent() && guessed.isEmpty()) {
          leaveOut(name + " lacks " + request.lacks().get());
        } else if (!request.method().equals("GET")) {
          leaveOut(name + " lacks " + FoundRequest.CONSENT);
        } else if (answered.size() == MOST_SCENARIOS) {
          untried.add(name);
        } else {
          server.requireAlive("before " + name);
          String shown = guessed.isPresent() ? name + " with 1 as a guess" : name;
          FoundRequest sent = guessed.orElse(request);
          rate(client, sent, shown)
              .ifPresent(perSecond -> answered.add(new Answered(sent, perSecond)));
        }
      }
    }
    if (!untried.isEmpty()) {
      leaveOut("five are enough to begin with, so not tried: " + String.join(", ", untried));
    }
    return new Tried(answered, leftOut);
  }

  private void leaveOut(String why) {
    if (leftOut.size() < MOST_LEFT_OUT) {
      leftOut.add(why);
      said.accept(why);
    }
  }

  private OptionalInt rate(HttpClient client, FoundRequest found, String name)
      throws InterruptedException {
    try {
      HttpRequest request = request(found);
      // The first answer may take long, as that of a JSP which is compiled.
      double quickest = 0;
      long end = 0;
      while (end == 0 || System.nanoTime() < end) {
        int answers = 0;
        long start = System.nanoTime();
        do {
          HttpResponse<Void> answer =
              ProbeClient.answer(client, request, BodyHandlers.discarding(), ANSWER_WITHIN);
          if (answer.statusCode() / 100 != 2) {
            leaveOut("%s answers %d%s".formatted(name, answer.statusCode(), reason(answer)));
            return OptionalInt.empty();
          }
          answers++;
        } while (System.nanoTime() - start < WINDOW.toNanos());
        quickest = Math.max(quickest, answers * 1e9 / (System.nanoTime() - start));
        end = end == 0 ? System.nanoTime() + TRIED.toNanos() : end;
      }
      int perSecond = round(SHARE * quickest);
      said.accept("%s answers; a rate of %d/s is guessed".formatted(name, perSecond));
      return OptionalInt.of(perSecond);
    } catch (IOException | IllegalArgumentException e) {
      leaveOut("%s does not answer (%s)".formatted(name, e));
      return OptionalInt.empty();
    }
  }

  private HttpRequest request(FoundRequest found) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(urls.apply(found.path()))
            .method(
                found.method(),
                found.body().map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
    found.headers().forEach(builder::header);
    return builder.build();
  }

  /** Returns what a request probably lacks, by the status of its answer. */
  static String reason(HttpResponse<?> answer) {
    String to = answer.headers().firstValue("Location").orElse("");
    return switch (answer.statusCode()) {
      case 400, 415, 422 -> ": it probably lacks a parameter or a body";
      case 401, 403 -> ": " + LOGIN;
      default -> to.contains("login") ? ": " + LOGIN : to.isEmpty() ? "" : " and leads to " + to;
    };
  }

  /** Rounds down to 1, 2 or 5 times a power of ten. */
  static int round(double rate) {
    int rounded = 1;
    for (int power = 1; power <= MOST; power *= 10) {
      for (int step : new int[] {1, 2, 5}) {
        if (step * power <= Math.min(rate, MOST)) {
          rounded = step * power;
        }
      }
    }
    return rounded;
  }
}
