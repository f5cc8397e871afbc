package loomwatch.harness.init;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;

/** Sends a running service each request, one after another, to see which can be a scenario. */
final class Trial {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  /** Long enough that the JIT has begun, short enough not to be waited for. */
  private static final Duration TRIED = Duration.ofSeconds(3);

  /** The quickest of them counts: what else runs on the machine only makes them slower. */
  private static final Duration WINDOW = Duration.ofMillis(200);

  /** A core bears more than one client sees, and a test wants to be far from its limit. */
  private static final double SHARE = 0.5;

  private static final int MOST = 2_000;

  /** Enough to begin with: each is measured for minutes. */
  private static final int MOST_SCENARIOS = 5;

  private final Consumer<String> said;

  /**
   * A trial.
   *
   * @param said is told of each request what came of it
   */
  Trial(Consumer<String> said) {
    this.said = said;
  }

  /** The first five that are answered with 2xx, each at a rate that one client alone could keep. */
  List<Draft.Scenario> of(Server server, List<String> paths)
      throws LaunchFailure, InterruptedException {
    List<Draft.Scenario> scenarios = new ArrayList<>();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (String path : paths) {
        if (scenarios.size() == MOST_SCENARIOS) {
          said.accept("five requests are enough to begin with; the others are not sent");
          break;
        }
        server.requireAlive("before GET " + path);
        OptionalInt rate = rate(client, server, path);
        rate.ifPresent(perSecond -> scenarios.add(new Draft.Scenario(path, perSecond)));
      }
    }
    return scenarios;
  }

  private OptionalInt rate(HttpClient client, Server server, String path)
      throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.url(path)).build();
    try {
      double quickest = 0;
      long end = System.nanoTime() + TRIED.toNanos();
      while (System.nanoTime() < end) {
        int answered = 0;
        long start = System.nanoTime();
        do {
          int status =
              ProbeClient.answer(client, request, BodyHandlers.discarding(), ANSWER_WITHIN)
                  .statusCode();
          if (status / 100 != 2) {
            said.accept("GET %s answers %d: left out".formatted(path, status));
            return OptionalInt.empty();
          }
          answered++;
        } while (System.nanoTime() - start < WINDOW.toNanos());
        quickest = Math.max(quickest, answered * 1e9 / (System.nanoTime() - start));
      }
      int perSecond = round(SHARE * quickest);
      said.accept("GET %s answers; a rate of %d/s is guessed".formatted(path, perSecond));
      return OptionalInt.of(perSecond);
    } catch (IOException e) {
      said.accept("GET %s does not answer (%s): left out".formatted(path, e));
      return OptionalInt.empty();
    }
  }

  /** Down to 1, 2 or 5 times a power of ten. */
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
