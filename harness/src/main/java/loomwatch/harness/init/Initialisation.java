package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import loomwatch.harness.init.FolderSearch.DetectedBuild;
import loomwatch.harness.init.FolderSearch.StartableJar;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ProbeClient;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.Start;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltFile;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Launch.Mode;

/** Detects a folder's service, builds it, starts it once in each mode, and sends it requests. */
public final class Initialisation {
  private static final int CONNECTIONS = 50;

  /** Maximum time until the service is ready. */
  private static final Duration WITHIN = Duration.ofMinutes(2);

  private static final String SPRING = "--spring.threads.virtual.enabled=";

  private final Path folder;
  private final Path root;
  private final Path out;
  private final Path jdk;
  private final Consumer<String> said;
  private Duration slowest = Duration.ZERO;

  /** Creates the initialisation of a folder; {@code root} is Loomwatch's. */
  public Initialisation(Path folder, Path root, Path out, Path jdk, Consumer<String> said) {
    this.folder = folder;
    this.root = root;
    this.out = out;
    this.jdk = jdk;
    this.said = said;
  }

  /** Returns the text of the service file. */
  public String draft() throws IOException, InterruptedException {
    DetectedBuild guessed =
        new FolderSearch(folder)
            .find()
            .orElseThrow(() ->
                new ServiceException(
                    "%s must hold pom.xml, build.gradle or build.gradle.kts, holds none of them;"
                            .formatted(folder)
                        + " write loomwatch.yaml by hand: docs/service-file.md says how"));
    said.accept("found " + guessed.what());
    try (Children children = new Children()) {
      BuiltVariant built =
          variants(program(guessed, Path.of("unknown.jar")), children).inPlace(jdk);
      Path startable = built(guessed);
      Optional<String> spring = StartableJar.springBoot(startable);
      spring.ifPresent(version -> said.accept("the jar says Spring Boot " + version));
      DetectedBuild found = spring.map(guessed::ofSpringBoot).orElse(guessed);
      Path jar = folder.relativize(startable);
      ServiceSpec spec;
      if (found.virtual() == DetectedBuild.VirtualThreads.DEPLOYED) {
        WebApplication war = new WebApplication(jar.toString(), WebApplication.LINES.getFirst());
        said.accept("deploys " + jar + " in Tomcat " + war.tomcat());
        spec = variants(deployed(war), children).inPlace(jdk).service();
      } else {
        said.accept("starts by " + String.join(" ", found.start(jar)));
        spec = program(found, jar);
      }
      List<Draft.DraftScenario> scenarios = List.of();
      for (Mode mode : spec.modes().keySet()) {
        scenarios = tried(spec, mode, built, children, scenarios);
        if (scenarios.isEmpty()) {
          throw unanswered(draft(found, jar, built, scenarios));
        }
      }
      return draft(found, jar, built, scenarios);
    }
  }

  private String draft(
      DetectedBuild found, Path jar, BuiltVariant built, List<Draft.DraftScenario> scenarios)
      throws IOException {
    return new Draft(found, written(jar), built.jdk().feature(), scenarios, slowest).text();
  }

  /** Prints the draft so far, as build and start are known to work. */
  private ServiceException unanswered(String begun) {
    said.accept("this much of loomwatch.yaml is known, to be pasted:\n" + begun);
    return new ServiceException(
        "no GET request that its sources name is answered with 2xx; write scenarios by hand:"
            + " docs/service-file.md says how");
  }

  /** Replaces the version in the jar's name by {@code *}, if only this jar matches then. */
  private Path written(Path jar) throws IOException {
    String name = String.valueOf(jar.getFileName());
    // The second is for shop-1.0-exec.jar, which is next to shop-1.0.jar.
    for (String end : List.of("", "-[a-z]+")) {
      Path pattern =
          jar.resolveSibling(name.replaceFirst("-\\d.*(?=%s\\.[jw]ar$)".formatted(end), "-*"));
      if (BuiltFile.matching(folder, pattern.toString()).size() == 1) {
        return pattern;
      }
    }
    return jar;
  }

  private Variants variants(ServiceSpec spec, Children children) {
    return new Variants(spec, "", root, out, children, said);
  }

  private static Path built(DetectedBuild found) throws IOException {
    boolean war = found.virtual() == DetectedBuild.VirtualThreads.DEPLOYED;
    return (war ? StartableJar.warIn(found.jars()) : StartableJar.in(found.jars()))
        .orElseThrow(() ->
            new ServiceException(
                "%s must hold a %s after the build, holds none; write %s: by hand:"
                        .formatted(
                            found.jars(),
                            war ? "WAR" : "jar with a main class",
                            war ? "war" : "start")
                    + " docs/service-file.md says how"));
  }

  private List<Draft.DraftScenario> tried(
      ServiceSpec spec,
      Mode mode,
      BuiltVariant built,
      Children children,
      List<Draft.DraftScenario> before)
      throws IOException, InterruptedException {
    ServerOptions options =
        new ServerOptions(spec, mode, built.jdk().home(), List.of(), List.of(), null, CONNECTIONS);
    try (LaunchedServer server =
        new ServerLauncher(children, said).start(options, out.resolve("init-" + mode.label()))) {
      Duration ready = server.timeToReady().orElseThrow();
      slowest = ready.compareTo(slowest) > 0 ? ready : slowest;
      said.accept(
          String.format(
              Locale.ROOT, "ready in %.1f s with %s threads", ready.toNanos() / 1e9, mode.label()));
      if (!before.isEmpty()) {
        return before;
      }
      return new RequestTrial(said)
          .of(
              server,
              RequestSearch.in(folder).stream()
                  .filter(request -> request.complete() && request.method().equals("GET"))
                  .map(FoundRequest::path)
                  .toList());
    } catch (LaunchFailure failure) {
      throw new ServiceException(
          failure.getMessage() + "; write start and ready by hand: docs/service-file.md says how");
    }
  }

  private ServiceSpec program(DetectedBuild found, Path jar) {
    Ready ready =
        found.ready().startsWith("/")
            ? new Ready.Answers(found.ready(), 200, WITHIN)
            : new Ready.Listens(WITHIN);
    return service(
        Optional.of(found.build()).filter(command -> !command.isEmpty()),
        Start.of(found.start(jar)),
        modes(found),
        ready);
  }

  private ServiceSpec deployed(WebApplication war) {
    return service(
        Optional.empty(),
        new Start(war.start(), Path.of(""), Map.of(), Optional.of(war), Optional.empty()),
        Map.of(Mode.PLATFORM, Variant.PLAIN, Mode.VIRTUAL, Variant.PLAIN),
        Ready.DEPLOYED);
  }

  private ServiceSpec service(
      Optional<String> build, Start start, Map<Mode, Variant> modes, Ready ready) {
    return new ServiceSpec(
        String.valueOf(folder.getFileName()),
        folder,
        Optional.empty(),
        build,
        start,
        modes,
        ready,
        ConnectionSpec.PLAIN,
        Components.USUAL,
        List.of(),
        Map.of());
  }

  private static Map<Mode, Variant> modes(DetectedBuild found) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    switch (found.virtual()) {
      case SPRING -> {
        modes.put(Mode.PLATFORM, new Variant(List.of(SPRING + "false"), Map.of()));
        modes.put(Mode.VIRTUAL, new Variant(List.of(SPRING + "true"), Map.of()));
      }
      case UNKNOWN, DEPLOYED -> modes.put(Mode.PLATFORM, Variant.PLAIN);
    }
    return modes;
  }

  /** Sends each request to a running service, to find out which can be a scenario. */
  static final class RequestTrial {
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

    private final Consumer<String> said;

    RequestTrial(Consumer<String> said) {
      this.said = said;
    }

    /** Returns the first five paths with a 2xx answer, and a rate that one client can sustain. */
    List<Draft.DraftScenario> of(Server server, List<String> paths)
        throws LaunchFailure, InterruptedException {
      List<Draft.DraftScenario> scenarios = new ArrayList<>();
      try (HttpClient client =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
        for (String path : paths) {
          if (scenarios.size() == MOST_SCENARIOS) {
            said.accept("five requests are enough to begin with; the others are not sent");
            break;
          }
          server.requireAlive("before GET " + path);
          OptionalInt rate = rate(client, server, path);
          rate.ifPresent(perSecond -> scenarios.add(new Draft.DraftScenario(path, perSecond)));
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

  /**
   * The text of a first service file.
   *
   * @param jar that {@code java -jar} starts, or the WAR, relative to the folder
   * @param jdk feature version of the JDK that built and started it, such as 25
   */
  record Draft(
      DetectedBuild found, Path jar, int jdk, List<DraftScenario> scenarios, Duration toReady) {
    /** A scenario's name may have sixty letters. */
    private static final int LONGEST_NAME = 50;

    Draft {
      scenarios = List.copyOf(scenarios);
    }

    /** A request that was tried, and its rate in requests per second. */
    record DraftScenario(String path, int rate) {

      /** Returns a name made of the path: {@code /items/list} gives {@code items-list}. */
      String name() {
        String name = path.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        // Leaves room for a suffix that distinguishes equal names.
        String within = name.substring(0, Math.min(LONGEST_NAME, name.length()));
        String trimmed = within.replaceAll("^-|-$", "");
        return trimmed.isEmpty() ? "root" : trimmed.startsWith("jmh") ? "get-" + trimmed : trimmed;
      }
    }

    String text() {
      List<String> lines = new ArrayList<>();
      lines.add(
          "# What Loomwatch measures here. Made by ./loomwatch init; look through what it guessed.");
      lines.add("schema: 1");
      lines.add("service:");
      // Pinned, as another machine's newest JDK may not work with the service.
      lines.add("  jdk: " + jdk);
      if (!found.build().isEmpty()) {
        lines.add("  build: " + found.build());
      }
      if (found.virtual() == DetectedBuild.VirtualThreads.DEPLOYED) {
        lines.add("  war: " + jar);
      } else {
        lines.add("  start: " + found.start(jar).stream().map(Draft::word).collect(joining(" ")));
        lines.add("  ready: " + ready());
      }
      if (found.virtual() == DetectedBuild.VirtualThreads.SPRING) {
        lines.add("  modes:");
        lines.add("    platform: {args: --spring.threads.virtual.enabled=false}");
        lines.add("    virtual: {args: --spring.threads.virtual.enabled=true}");
      }
      lines.add("scenarios:");
      Set<String> names = new HashSet<>();
      for (DraftScenario scenario : scenarios) {
        String name = scenario.name();
        for (int number = 2; !names.add(name); number++) {
          name = scenario.name() + "-" + number;
        }
        lines.add("  %s: {get: %s, rate: %d}".formatted(name, scenario.path(), scenario.rate()));
      }
      return String.join("\n", lines) + "\n";
    }

    /** Returns a longer time-out where a slower machine would need it. */
    private String ready() {
      Duration usual = Ready.USUALLY_WITHIN;
      if (toReady.multipliedBy(2).compareTo(usual) <= 0) {
        return found.ready();
      }
      String way = found.ready().startsWith("/") ? "path: " + found.ready() : "port: true";
      return "{%s, within: %d s}"
          .formatted(way, Math.max(usual.toSeconds(), toReady.toSeconds()) * 2);
    }

    /** Quotes a word for a shell. */
    private static String word(String word) {
      return word.indexOf(' ') < 0 ? word : "'" + word + "'";
    }
  }
}
