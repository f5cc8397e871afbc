package loomwatch.harness.init;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.service.Ready;

/** Observes a service from its start until it is clear whether it becomes ready, and how. */
final class StartObservation implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(200);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  /** How long an answer, or another port, must stay until it counts. */
  private static final Duration STEADY = Duration.ofSeconds(3);

  /** The same for a service that says that it is not ready, or logs while it starts. */
  private static final Duration PATIENT = Duration.ofSeconds(10);

  private static final Pattern CONTEXT_PATH =
      Pattern.compile("started on port.* with context path '(/[^']*)'");

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final LaunchedServer server;
  private final Wanted wanted;
  private final HttpClient client;
  private final int port;
  private final long begin = System.nanoTime();
  private String answers = "";
  private long answersSince;
  private int lines;
  private long linesSince = begin;

  /**
   * What tells that a service is ready.
   *
   * @param ready of its file; empty where it is to be found
   * @param contextPath that its files name; the log may name another
   * @param paths to be tried, with the context path
   */
  record Wanted(Optional<Ready> ready, String contextPath, List<String> paths, Duration within) {
    Wanted {
      paths = List.copyOf(paths);
    }

    /** Returns the same with a way of recognizing it that is known by now. */
    Wanted taking(Ready way) {
      return new Wanted(Optional.of(way), contextPath, List.of(), within);
    }

    /** Moves the paths to another context path; Spring's may have a servlet's path after it. */
    private Wanted under(String other) {
      if (contextPath.equals(other) || contextPath.startsWith(other + "/")) {
        return this;
      }
      List<String> moved =
          paths.stream().map(path -> other + path.substring(contextPath.length())).toList();
      return new Wanted(ready, other, moved, within);
    }
  }

  /** What was observed. */
  sealed interface Seen {
    /**
     * The service is ready.
     *
     * @param way of recognizing it
     * @param because why no path of its own is taken; empty for nothing to say
     */
    record IsReady(Ready way, String contextPath, Duration after, Optional<String> because)
        implements Seen {}

    /** The service listens on another port than it was given. */
    record ListensElsewhere(int port, String contextPath) implements Seen {}

    /** The service ended, with the lines that may tell why. */
    record Ended(int exitCode, List<String> log) implements Seen {}

    /** It is not ready after all the time it was given, or not in the way its file says. */
    record NotReady(String why, List<String> log) implements Seen {}
  }

  StartObservation(LaunchedServer server, Wanted wanted) {
    this.server = server;
    this.wanted = wanted;
    this.client = ProbeClient.of(server.connectionSpec());
    this.port = server.url("").getPort();
  }

  Seen observe() throws IOException, InterruptedException {
    while (true) {
      OptionalInt code = server.exitCode();
      List<String> log = server.logged();
      if (code.isPresent()) {
        return new Seen.Ended(code.getAsInt(), log);
      }
      if (log.size() != lines) {
        lines = log.size();
        linesSince = System.nanoTime();
      }
      Wanted here = contextPath(log).map(wanted::under).orElse(wanted);
      SortedSet<Integer> ports = server.tree().orElseThrow().listening();
      Optional<Seen> seen = ports.contains(port) ? atItsPort(here, log) : elsewhere(here, ports);
      if (seen.isPresent()) {
        return seen.get();
      }
      if (after().compareTo(wanted.within()) > 0) {
        String what =
            ports.contains(port) ? "it listens, but is not ready" : "it listens on no port";
        return new Seen.NotReady(what + " after %d s".formatted(after().toSeconds()), log);
      }
      Thread.sleep(BETWEEN);
    }
  }

  private static Optional<String> contextPath(List<String> log) {
    return log.stream()
        .map(CONTEXT_PATH::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1).replaceFirst("/$", ""))
        .reduce((first, second) -> second);
  }

  private Duration after() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Reports whether its answers have been these for some time. */
  private boolean steady(String now, Duration time) {
    if (!now.equals(answers)) {
      answers = now;
      answersSince = System.nanoTime();
    }
    return System.nanoTime() - answersSince > time.toNanos();
  }

  private Optional<Seen> elsewhere(Wanted here, SortedSet<Integer> ports)
      throws InterruptedException {
    String scheme = server.connectionSpec().protocol().scheme();
    for (int other : ports) {
      if (status(URI.create("%s://127.0.0.1:%d/".formatted(scheme, other))).isPresent()) {
        return steady("port " + other, STEADY)
            ? Optional.of(new Seen.ListensElsewhere(other, here.contextPath()))
            : Optional.empty();
      }
    }
    boolean quiet = System.nanoTime() - linesSince > PATIENT.toNanos();
    return quiet && !ports.isEmpty()
        ? Optional.of(new Seen.ListensElsewhere(ports.getFirst(), here.contextPath()))
        : Optional.empty();
  }

  private Optional<Seen> atItsPort(Wanted here, List<String> log) throws InterruptedException {
    if (here.ready().isPresent()) {
      return asItsFileSays(here.ready().get(), here, log);
    }
    if (here.paths().isEmpty()) {
      return Optional.of(listens(here, Optional.empty()));
    }
    List<String> each = new ArrayList<>();
    boolean later = false;
    for (String path : here.paths()) {
      OptionalInt status = status(server.url(path));
      if (status.orElse(0) == OK) {
        return Optional.of(
            new Seen.IsReady(
                new Ready.Answers(path, OK, Ready.USUALLY_WITHIN),
                here.contextPath(),
                after(),
                Optional.empty()));
      }
      later |= status.isEmpty() || status.getAsInt() == UNAVAILABLE;
      each.add(path + (status.isEmpty() ? " does not answer" : " answers " + status.getAsInt()));
    }
    String all = String.join(", ", each);
    return steady(all, later ? PATIENT : STEADY)
        ? Optional.of(listens(here, Optional.of(all)))
        : Optional.empty();
  }

  private Seen listens(Wanted here, Optional<String> because) {
    return new Seen.IsReady(
        new Ready.Listens(Ready.USUALLY_WITHIN), here.contextPath(), after(), because);
  }

  private Optional<Seen> asItsFileSays(Ready ready, Wanted here, List<String> log)
      throws InterruptedException {
    String what =
        switch (ready) {
          case Ready.Listens listens -> "";
          case Ready.Logs logs ->
              log.stream().anyMatch(Pattern.compile(logs.line()).asPredicate())
                  ? ""
                  : "it has not written a line that matches " + logs.line();
          case Ready.Answers answers -> {
            OptionalInt status = status(server.url(answers.path()));
            yield status.orElse(0) == answers.status()
                ? ""
                : status.isEmpty()
                    ? answers.path() + " does not answer"
                    : "%s answers %d instead of %d"
                        .formatted(answers.path(), status.getAsInt(), answers.status());
          }
        };
    if (what.isEmpty()) {
      return Optional.of(new Seen.IsReady(ready, here.contextPath(), after(), Optional.empty()));
    }
    boolean answered = what.contains(" answers ") && !what.contains(" " + UNAVAILABLE + " ");
    return steady(what, answered ? STEADY : here.within())
        ? Optional.of(new Seen.NotReady(what, log))
        : Optional.empty();
  }

  private OptionalInt status(URI url) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(url).build();
      return OptionalInt.of(
          ProbeClient.answer(client, request, BodyHandlers.discarding(), ANSWER_WITHIN)
              .statusCode());
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
