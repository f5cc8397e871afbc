package loomwatch.harness.job;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.Mode;
import loomwatch.results.Request;
import loomwatch.results.Scenario;

/**
 * Starts a service once in each mode and sends each request once, before minutes are spent on what
 * cannot be measured.
 */
public final class Preflight {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 100;

  private final Children children;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * A preflight.
   *
   * @param folder for logs
   * @param progress is told one line at a time what was seen
   */
  public Preflight(Children children, Path folder, Consumer<String> progress) {
    this.children = children;
    this.folder = folder;
    this.progress = progress;
  }

  /**
   * Does so.
   *
   * @throws SubjectException when it does not start, or answers otherwise than with 2xx
   */
  public void check(BuiltArm arm, MeasuringRequest request)
      throws IOException, InterruptedException {
    for (Mode mode : request.modes()) {
      Path place = folder.resolve(arm.name() + "-" + mode.label()).toAbsolutePath();
      ServerOptions options =
          new ServerOptions(
              arm.service(),
              mode,
              arm.jdk().home(),
              JvmFlags.with(JvmFlags.forServer(1, request.profile().heap()), arm.extraJvmFlags()),
              List.of(),
              null,
              CONNECTIONS);
      try (Server server = new ServerLauncher(children, progress).start(options, place)) {
        for (Scenario scenario : request.scenarios()) {
          ask(server, scenario, place);
        }
        server.requireAlive("after one request of each scenario");
        progress.accept(
            String.format(
                Locale.ROOT,
                "%s: ready in %.1f s with %s threads, and answers %s",
                arm.name(),
                server.timeToReady().toNanos() / 1e9,
                mode.label(),
                String.join(", ", request.scenarios().stream().map(Scenario::name).toList())));
      } catch (LaunchFailure failure) {
        throw new SubjectException(
            "%s of %s; start it by hand to see why, or mend start and ready in its file"
                .formatted(failure.getMessage(), arm.service().name()));
      }
    }
  }

  private static void ask(Server server, Scenario scenario, Path place)
      throws LaunchFailure, InterruptedException {
    HttpRequest request = request(server, scenario);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new SubjectException(
            "scenario %s must be answered with 2xx, %s was with %d by the %s server: %s%n  Its log: %s"
                .formatted(
                    scenario.name(),
                    scenario.sent().shown(scenario.path()),
                    answer.statusCode(),
                    server.mode().label(),
                    beginning(answer.body()),
                    place.resolve("server.log")));
      }
    } catch (IOException e) {
      server.requireAlive("at the first request of scenario " + scenario.name());
      throw new SubjectException(
          "scenario %s must be answered, %s was not by the %s server: %s%n  Its log: %s"
              .formatted(
                  scenario.name(),
                  scenario.sent().shown(scenario.path()),
                  server.mode().label(),
                  e,
                  place.resolve("server.log")));
    }
  }

  private static HttpRequest request(Server server, Scenario scenario) {
    Request sent = scenario.sent();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.url(scenario.path()))
            .timeout(ANSWER_WITHIN)
            .method(
                sent.method(),
                sent.body() == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(sent.body()));
    sent.headers().forEach(request::setHeader);
    return request.build();
  }

  private static String beginning(String body) {
    String line = body.strip().replaceAll("\\s+", " ");
    return line.isEmpty() ? "(empty)" : line.substring(0, Math.min(200, line.length()));
  }
}
