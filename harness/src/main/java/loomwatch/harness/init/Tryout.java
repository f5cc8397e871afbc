package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import loomwatch.harness.init.Draft.OpenPoint;
import loomwatch.harness.init.StartObservation.Seen;
import loomwatch.harness.init.StartObservation.Wanted;
import loomwatch.harness.init.requests.FoundRequest;
import loomwatch.harness.init.requests.OpenApi;
import loomwatch.harness.init.requests.RequestSearch;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceFile.UnfinishedFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.results.Launch.Mode;

/** Starts a service in each mode, observes it and sends it requests. A draft gets what is seen. */
final class Tryout {
  private static final int CONNECTIONS = 50;
  private static final String LOGIN =
      "write a scenario with session: in loomwatch.yaml, as the comment at its end shows"
          + " (docs/service-file.md#logins-and-steps)";

  private static final Duration DESCRIBED_WITHIN = Duration.ofSeconds(10);

  private final Modules modules;
  private final Path out;
  private final Draft draft;
  private final UnfinishedFile begun;
  private final ServerLauncher launcher;
  private final Consumer<String> said;
  private Duration slowest = Duration.ZERO;
  private String because = "";

  /**
   * Creates the tryout of a service.
   *
   * @param modules whose files name its requests
   * @param out where logs go
   * @param begun what the service file has already
   */
  Tryout(
      Modules modules,
      Path out,
      Draft draft,
      UnfinishedFile begun,
      ServerLauncher launcher,
      Consumer<String> said) {
    this.modules = modules;
    this.out = out;
    this.draft = draft;
    this.begun = begun;
    this.launcher = launcher;
    this.said = said;
  }

  /**
   * Starts the service in each mode, and sends requests in the first.
   *
   * @param start as it is written in the file
   */
  void of(ServiceSpec spec, Wanted wanted, List<String> start)
      throws OpenPoint, IOException, InterruptedException {
    Path jdk = Jdks.ofThisMachine().find(spec.jdk().orElse(null)).home();
    try (BackingServices backing = backing(spec, jdk)) {
      Optional<Ready> known = Optional.empty();
      for (Mode mode : spec.modes().keySet()) {
        ServerOptions options =
            new ServerOptions(
                backing.withPorts(spec), mode, jdk, List.of(), List.of(), null, CONNECTIONS);
        Wanted now = known.map(wanted::taking).orElse(wanted);
        try (LaunchedServer server = launcher.begin(options, out.resolve("init-" + mode.label()));
            StartObservation observation = new StartObservation(server, now)) {
          Seen.IsReady ready = ready(observation.observe(), server, start);
          write(ready, mode, wanted.ready().isEmpty());
          if (known.isEmpty()) {
            send(server, ready.contextPath(), server::url);
          }
          known = Optional.of(ready.way());
        }
      }
    } catch (LaunchFailure failure) {
      throw new OpenPoint(
          String.valueOf(failure.getMessage()), "correct the service, or loomwatch.yaml");
    }
  }

  private BackingServices backing(ServiceSpec spec, Path jdk)
      throws OpenPoint, IOException, InterruptedException {
    try {
      return BackingServices.start(
          spec, launcher, new BackingServices.Place(out.resolve("init-services"), List.of(), jdk));
    } catch (LaunchFailure failure) {
      throw new OpenPoint(
          String.valueOf(failure.getMessage()), "correct services: in loomwatch.yaml");
    }
  }

  /** Sends requests to a service that runs already. */
  void ofRunning(ServiceSpec spec) throws OpenPoint, IOException, InterruptedException {
    Mode mode = spec.modes().keySet().iterator().next();
    Path jdk = Jdks.ofThisMachine().find(null).home();
    ServerOptions options =
        new ServerOptions(spec, mode, jdk, List.of(), List.of(), null, CONNECTIONS);
    try (Server server = launcher.open(options, out.resolve("init-" + mode.label()))) {
      send(server, "", server::url);
    } catch (LaunchFailure failure) {
      throw new OpenPoint(
          String.valueOf(failure.getMessage()),
          "start it, or correct url: or ready: in loomwatch.yaml");
    }
  }

  private Seen.IsReady ready(Seen seen, LaunchedServer server, List<String> start)
      throws OpenPoint, LaunchFailure, IOException, InterruptedException {
    return switch (seen) {
      case Seen.IsReady ready -> ready;
      case Seen.ListensElsewhere other -> throw elsewhere(server, other, start);
      case Seen.Ended ended -> {
        draft.open("it ended with %d when init started it".formatted(ended.exitCode()));
        StartFailure failure = StartFailure.of(ended.log());
        throw new OpenPoint(
            "it ended with %d at its start%s".formatted(ended.exitCode(), failure.shown()),
            failure.hint().orElse("correct start: in loomwatch.yaml"));
      }
      case Seen.NotReady not -> {
        draft.open("ready: " + not.why());
        StartFailure failure = StartFailure.of(not.log());
        throw new OpenPoint(
            not.why() + failure.shown(),
            failure.hint().orElse("correct start: or ready: in loomwatch.yaml"));
      }
    };
  }

  private void write(Seen.IsReady ready, Mode mode, boolean open) {
    said.accept(
        String.format(
            Locale.ROOT,
            "ready in %.1f s with %s threads",
            ready.after().toNanos() / 1e9,
            mode.label()));
    slowest = ready.after().compareTo(slowest) > 0 ? ready.after() : slowest;
    if (open) {
      ready.because().ifPresent(why -> because = " # as " + why);
      draft.set("ready", written(ready.way(), slowest) + because);
    }
  }

  /** Returns the value of {@code ready}, with a longer time-out where a slower machine needs it. */
  static String written(Ready way, Duration toReady) {
    Duration usual = Ready.USUALLY_WITHIN;
    Optional<String> path =
        way instanceof Ready.Answers answers
            ? Optional.of(Draft.scalar(answers.path()))
            : Optional.empty();
    if (toReady.multipliedBy(2).compareTo(usual) <= 0) {
      return path.orElse("{port: true}");
    }
    return "{%s, within: %d s}"
        .formatted(
            path.map("path: "::concat).orElse("port: true"),
            Math.max(usual.toSeconds(), toReady.toSeconds()) * 2);
  }

  private void send(Server server, String contextPath, Function<String, URI> urls)
      throws OpenPoint, LaunchFailure, IOException, InterruptedException {
    if (!begun.scenarios().isEmpty() || draft.hasTaken()) {
      return;
    }
    List<FoundRequest> requests = requests(server, contextPath, urls);
    RequestTrial.Tried tried =
        new RequestTrial(server, path -> urls.apply(contextPath + path), said).of(requests);
    draft.tried(contextPath, tried);
    if (tried.answered().isEmpty()) {
      String what = "no request that its sources name is answered with 2xx";
      String next = tried.refused().isPresent() ? LOGIN : scenarios(requests, contextPath);
      draft.openScenarios(what + "; " + next);
      // What the log of a service that does not fail complains about may be of no consequence.
      List<String> log =
          tried.failed() && server instanceof LaunchedServer here ? here.logged() : List.of();
      throw new OpenPoint(what, StartFailure.of(log).hint().orElse(next));
    }
  }

  private static String scenarios(List<FoundRequest> requests, String contextPath) {
    String path =
        requests.stream()
            .filter(request -> request.method().equals("GET") && !request.path().equals("/"))
            .findFirst()
            .map(request -> contextPath + request.path().replace("{", "<").replace("}", ">"))
            .orElse("/items");
    return "write scenarios in loomwatch.yaml, such as first: {get: %s, rate: 100}"
        .formatted(Draft.scalar(path));
  }

  /** Returns the requests of the sources, else those that the service describes itself. */
  private List<FoundRequest> requests(Server server, String contextPath, Function<String, URI> urls)
      throws IOException, InterruptedException {
    List<FoundRequest> named = RequestSearch.in(modules.folders(), contextPath);
    if (named.stream().anyMatch(each -> each.complete() && !each.path().equals("/"))) {
      return named;
    }
    try (HttpClient client = ProbeClient.of(server.connectionSpec())) {
      for (String path : OpenApi.SERVED_AT) {
        HttpRequest request = HttpRequest.newBuilder(urls.apply(contextPath + path)).build();
        HttpResponse<String> answer =
            ProbeClient.answer(client, request, BodyHandlers.ofString(), DESCRIBED_WITHIN);
        List<FoundRequest> described =
            answer.statusCode() == 200
                ? OpenApi.requests(answer.body()).stream()
                    .map(each -> each.within(contextPath))
                    .toList()
                : List.of();
        if (!described.isEmpty()) {
          said.accept("GET %s describes the requests of the service".formatted(path));
          return RequestSearch.ordered(Stream.concat(described.stream(), named.stream()).toList());
        }
      }
    } catch (IOException silent) {
      said.accept("it does not describe its requests (%s)".formatted(silent));
    }
    return named;
  }

  private OpenPoint elsewhere(
      LaunchedServer server, Seen.ListensElsewhere other, List<String> start)
      throws LaunchFailure, IOException, InterruptedException {
    String what =
        "it listens on %d, not on the port it was given%s: which argument, property or variable sets it?"
            .formatted(other.port(), by(start));
    said.accept(what);
    String bare =
        start.stream()
            .filter(word -> !word.contains("{port}"))
            .map(Draft::word)
            .collect(joining(" "));
    if (begun.keys().contains("start")) {
      draft.open(what);
    } else {
      draft.remove("start");
      draft.remove("environment");
      draft.open(what, "start: %s … {port}".formatted(bare));
    }
    String base =
        "%s://127.0.0.1:%d".formatted(server.connectionSpec().protocol().scheme(), other.port());
    try {
      send(server, other.contextPath(), path -> URI.create(base + path));
    } catch (OpenPoint unanswered) {
      said.accept(String.valueOf(unanswered.getMessage()));
    }
    return new OpenPoint("", "write start: %s … {port} in loomwatch.yaml".formatted(bare));
  }

  private static String by(List<String> start) {
    String given =
        start.stream()
            .filter(word -> word.contains("{port}"))
            .map(word -> word.replace("{port}", ""))
            .collect(joining(" "));
    return given.isEmpty() ? "" : " by " + given;
  }
}
