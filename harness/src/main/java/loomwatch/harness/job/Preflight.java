package loomwatch.harness.job;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import loomwatch.harness.job.Session.MeasurementSetup;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;

/** Starts a service in each mode and sends each request once, before a long measurement. */
public final class Preflight {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 100;

  private final Children children;
  private final Path folder;
  private final Consumer<String> progress;

  public Preflight(Children children, Path folder, Consumer<String> progress) {
    this.children = children;
    this.folder = folder;
    this.progress = progress;
  }

  public static Preflight of(Installation installation, Session session) {
    return new Preflight(session.children(), installation.preflight(), Session::say);
  }

  /** Checks every variant except the demo server. */
  public void check(MeasurementSetup setup, MeasuringRequest request)
      throws IOException, InterruptedException {
    if (!setup.matrix().scenarios().isEmpty()) {
      new ServerMemory(HostProbe.ofThisMachine().availableMemory())
          .require(setup.variants(), request.modes().size());
      for (BuiltVariant variant : setup.variants()) {
        if (!variant.isShippedServer()) {
          check(variant, request);
        }
      }
    }
  }

  public void check(BuiltVariant variant, MeasuringRequest request)
      throws IOException, InterruptedException {
    ServerLauncher launcher = new ServerLauncher(children, progress);
    BackingServices.Place place =
        new BackingServices.Place(
            folder.resolve(variant.name() + "-services"), List.of(), variant.jdk().home());
    try (BackingServices backing = BackingServices.start(variant.service(), launcher, place)) {
      for (Mode mode : request.modes()) {
        check(variant, request, mode, backing, launcher);
      }
      backing.requireAlive("after one request of each scenario");
    } catch (LaunchFailure failure) {
      throw new ServiceException(
          "%s: %s of %s; start it by hand to see why, or fix its file"
              .formatted(variant.name(), failure.getMessage(), variant.service().name()));
    }
  }

  private void check(
      BuiltVariant variant,
      MeasuringRequest request,
      Mode mode,
      BackingServices backing,
      ServerLauncher launcher)
      throws LaunchFailure, IOException, InterruptedException {
    Path place = folder.resolve(variant.name() + "-" + mode.label()).toAbsolutePath();
    ServerOptions options =
        new ServerOptions(
            backing.withPorts(JvmFlags.over(variant.service(), variant.extraJvmFlags())),
            mode,
            variant.jdk().home(),
            JvmFlags.with(JvmFlags.forServer(1, request.profile().heap()), variant.extraJvmFlags()),
            List.of(),
            null,
            CONNECTIONS);
    try (Server server = launcher.open(options, place)) {
      // Reset as before a warm-up, when the service has already set up its database.
      backing.reset();
      for (Scenario scenario : request.scenarios()) {
        ask(server, scenario, place);
      }
      server.requireAlive("after one request of each scenario");
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s: %s, and answers %s",
              variant.name(),
              server
                  .timeToReady()
                  .map(time ->
                      String.format(
                          Locale.ROOT,
                          "ready in %.1f s with %s threads",
                          time.toNanos() / 1e9,
                          mode.label()))
                  .orElse("%s is there".formatted(server.url(""))),
              String.join(", ", request.scenarios().stream().map(Scenario::name).toList())));
    }
  }

  private static void ask(Server server, Scenario scenario, Path place)
      throws LaunchFailure, InterruptedException {
    for (MixedRequest request : scenario.sent().requests()) {
      ask(server, scenario, request, place);
    }
  }

  private static void ask(Server server, Scenario scenario, MixedRequest asked, Path place)
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
                    place.resolve("server.log")));
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
                  place.resolve("server.log")));
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

  /** The available memory, if known, for the servers of a round, which run at the same time. */
  public record ServerMemory(OptionalLong availableBytes) {
    private static final long BESIDE_ITS_HEAP = 256L << 20;

    private static final double GIB = 1L << 30;

    /** Refuses variants whose heap flags exceed the memory, as the kernel would kill a server. */
    void require(List<BuiltVariant> variants, int modes) {
      long needed =
          modes
              * variants.stream()
                  .map(variant ->
                      JvmFlags.over(variant.service(), variant.extraJvmFlags()).jvmFlags())
                  .map(JvmFlags::heapBytes)
                  .flatMapToLong(OptionalLong::stream)
                  .map(heap -> heap + BESIDE_ITS_HEAP)
                  .sum();
      if (needed > availableBytes.orElse(needed)) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "memory must be %.1f GiB for the %d servers that are up at once, with the heaps that"
                    + " their flags give them, was %.1f; give them less, or measure one mode: --mode",
                needed / GIB,
                modes * variants.size(),
                availableBytes.orElse(0) / GIB));
      }
    }
  }
}
