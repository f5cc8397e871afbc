package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import loomwatch.harness.init.Framework.StartOptions;
import loomwatch.harness.init.Framework.VirtualThreads;
import loomwatch.harness.init.StartObservation.Seen;
import loomwatch.harness.init.StartObservation.Wanted;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile.UnfinishedFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.Start;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltFile;
import loomwatch.measure.variants.Git.UntrackedFiles;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Launch.Mode;

/**
 * Detects a folder's service, builds it, starts it once in each mode, observes it and sends it
 * requests. What it learns becomes a service file; what it does not, an open point of that file.
 */
public final class Initialisation {
  private static final int CONNECTIONS = 50;

  /** Maximum time until the service is ready. */
  private static final Duration WITHIN = Duration.ofMinutes(2);

  private static final String SPRING = "--spring.threads.virtual.enabled=";

  private static final Path UNKNOWN = Path.of("unknown.jar");

  private static final String DOCS = "docs/service-file.md";

  private final Path folder;
  private final Path root;
  private final Path out;
  private final Consumer<String> said;
  private final Draft draft = new Draft();
  private final UnfinishedFile begun;
  private boolean packed = true;

  /**
   * Creates the initialisation of a folder.
   *
   * @param root of Loomwatch
   * @param begun what its service file has already
   */
  public Initialisation(
      Path folder, Path root, Path out, UnfinishedFile begun, Consumer<String> said) {
    this.folder = folder;
    this.root = root;
    this.out = out;
    this.begun = begun;
    this.said = said;
  }

  /**
   * A service file as far as it is known.
   *
   * @param next what the user must do before it is complete; empty if it is
   */
  public record Drafted(String text, Optional<String> next) {}

  /** An open point, without which the rest cannot be found out. */
  private static final class OpenPoint extends Exception {
    private static final long serialVersionUID = 1;

    private final String next;

    /**
     * Creates an open point.
     *
     * @param what shown to the user; empty if it was said
     * @param next one step, in the imperative
     */
    OpenPoint(String what, String next) {
      super(what);
      this.next = next;
    }
  }

  /**
   * Returns the text of the service file.
   *
   * @param text of the file that was begun; empty for none
   */
  public Drafted draft(Optional<String> text) throws IOException, InterruptedException {
    Optional<String> next = Optional.empty();
    try (Children children = new Children()) {
      find(children);
    } catch (OpenPoint open) {
      if (!String.valueOf(open.getMessage()).isEmpty()) {
        said.accept(String.valueOf(open.getMessage()));
      }
      next = Optional.of(open.next + "; then run init again");
    }
    draft.smoke().ifPresent(name -> said.accept("a smoke run measures " + name + " alone"));
    return new Drafted(
        text.map(lines -> draft.completing(lines, begun.keys(), !begun.scenarios().isEmpty()))
            .orElseGet(draft::text),
        next);
  }

  private void find(Children children) throws OpenPoint, IOException, InterruptedException {
    Optional<Project> found = new Project.Search(folder).find();
    found.ifPresent(project -> said.accept("found " + project.shown()));
    if (has("start") || has("war")) {
      ServiceSpec spec = begun.service().orElseThrow();
      String context = found.map(Project::contextPath).orElse("");
      List<String> health = found.map(Project::health).orElse(List.of());
      Optional<Ready> ready =
          has("ready") || has("war") ? Optional.of(spec.ready()) : Optional.empty();
      tryOut(
          build(spec, children).service(),
          new Wanted(ready, context, health, ready.map(Ready::within).orElse(WITHIN)),
          children,
          spec.start().words());
      return;
    }
    Project guessed = found.orElseThrow(this::noBuild);
    Optional<String> jdk = jdk(guessed.java());
    draft.set("build", guessed.build());
    if (guessed.javaEe()) {
      throw javaEe();
    }
    Start unknown = Start.of(guessed.options().start(UNKNOWN));
    Optional<String> line =
        begun.service().flatMap(ServiceSpec::build).or(() -> Optional.of(guessed.build()));
    build(spec(guessed, line, jdk, unknown), children);
    Path startable = startable(guessed);
    Project project = exactly(guessed, startable);
    Path jar = folder.relativize(startable);
    if (project.deployed()) {
      deploy(project, jdk, jar, children);
    } else {
      start(project, jdk, jar, children);
    }
  }

  private boolean has(String key) {
    return begun.keys().contains(key);
  }

  private OpenPoint noBuild() {
    draft.open(
        "nothing here says how the service is built and started",
        "build: make",
        "start: java -jar shop.jar --port={port}",
        "ready: /health");
    return new OpenPoint(
        "%s must hold pom.xml, build.gradle or build.gradle.kts, holds none of them"
            .formatted(folder),
        "complete service in loomwatch.yaml, as %s says".formatted(DOCS));
  }

  private OpenPoint javaEe() {
    String what =
        "this WAR uses javax.servlet (Java EE 8, Tomcat 9); Loomwatch deploys jakarta.servlet only,"
            + " in Tomcat %s".formatted(String.join(" or ", WebApplication.LINES));
    draft.open(what, "start: java -jar tomcat9.jar {port}", "ready: {port: true}");
    return new OpenPoint(
        what, "migrate it, or start your own Tomcat 9 by start: java -jar … in loomwatch.yaml");
  }

  /** Returns the JDK of the build if it is on this machine and new enough. */
  private Optional<String> jdk(Optional<String> asked) throws IOException {
    int newest = Runtime.version().feature();
    if (asked.isEmpty() || asked.get().equals(Integer.toString(newest))) {
      draft.set("jdk", Integer.toString(newest));
      return Optional.empty();
    }
    try {
      Jdks.ofThisMachine().find(asked.get());
      draft.set("jdk", asked.get());
      said.accept(
          "builds and starts it with JDK %s, which its build is for".formatted(asked.get()));
      return asked;
    } catch (VariantException notHere) {
      boolean old = Integer.parseInt(asked.get()) < ServiceSpec.OLDEST_JDK;
      String why =
          old
              ? "older than " + ServiceSpec.OLDEST_JDK + ", the oldest that is measured"
              : "not on this machine";
      draft.set(
          "jdk", "%d # the build is for Java %s, which is %s".formatted(newest, asked.get(), why));
      said.accept(
          "its build is for Java %s, which is %s: JDK %d is used"
              .formatted(asked.get(), why, newest));
      return Optional.empty();
    }
  }

  private BuiltVariant build(ServiceSpec spec, Children children)
      throws OpenPoint, IOException, InterruptedException {
    UntrackedFiles before = UntrackedFiles.in(folder);
    try {
      return variants(spec, children).inPlace(null);
    } catch (ServiceException | VariantException failed) {
      draft.open("the build failed when init ran it");
      throw new OpenPoint(
          String.valueOf(failed.getMessage()), "correct the build, or build: in loomwatch.yaml");
    } finally {
      List<String> hidden = before.hideOthers();
      if (!hidden.isEmpty()) {
        said.accept(
            "what the build left and no .gitignore names is hidden from git in this clone (.git/info/exclude): %s"
                .formatted(String.join(", ", hidden)));
      }
    }
  }

  private Variants variants(ServiceSpec spec, Children children) {
    return new Variants(spec, "", root, out, children, said);
  }

  private Path startable(Project project) throws OpenPoint, IOException {
    Optional<Path> found =
        project.deployed()
            ? StartableJar.warIn(project.output())
            : StartableJar.in(project.output());
    if (found.isEmpty()) {
      found = StartableJar.warIn(project.output());
    }
    if (found.isPresent()) {
      return found.get();
    }
    List<Path> below = StartableJar.below(folder);
    if (!below.isEmpty()) {
      throw new ServiceException(
          below.stream()
              .map(folder::relativize)
              .map(jar ->
                  "%s has a main class: run init in %s"
                      .formatted(jar, jar.toString().replaceFirst("/(target|build/libs)/.*", "")))
              .collect(joining("\n")));
    }
    String what =
        "the build leaves no jar with a main class in " + folder.relativize(project.output());
    draft.open(what, "start: java -cp … --port={port}");
    throw new OpenPoint(what, "write start: in loomwatch.yaml");
  }

  private Project exactly(Project guessed, Path startable) throws IOException {
    Optional<String> spring = StartableJar.springBoot(startable);
    if (spring.isPresent()) {
      said.accept("%s says Spring Boot %s".formatted(startable.getFileName(), spring.get()));
      return guessed.ofSpringBoot(spring.get());
    }
    return startable.toString().endsWith(".war") ? guessed.asWar() : guessed;
  }

  private void deploy(Project project, Optional<String> jdk, Path jar, Children children)
      throws OpenPoint, IOException, InterruptedException {
    if (StartableJar.isJavaEe(folder.resolve(jar))) {
      throw javaEe();
    }
    WebApplication war = new WebApplication(jar.toString(), WebApplication.LINES.getFirst());
    said.accept("deploys %s in Tomcat %s".formatted(jar, war.tomcat()));
    draft.set("war", written(jar).toString());
    Start start = new Start(war.start(), Path.of(""), Map.of(), Optional.of(war), Optional.empty());
    ServiceSpec spec = variants(built(project, jdk, start), children).inPlace(null).service();
    tryOut(
        spec, new Wanted(Optional.of(Ready.DEPLOYED), "", List.of(), WITHIN), children, List.of());
  }

  private void start(Project project, Optional<String> jdk, Path jar, Children children)
      throws OpenPoint, IOException, InterruptedException {
    List<String> absent = StartableJar.absent(folder.resolve(jar));
    if (!absent.isEmpty()) {
      packed = false;
      said.accept(
          "%s needs %s beside it, which the build did not put there"
              .formatted(jar, String.join(", ", absent)));
    }
    StartOptions options = project.options();
    List<String> words = options.start(jar);
    said.accept("starts by " + String.join(" ", words));
    List<String> written = options.start(written(jar));
    draft.set("start", written.stream().map(Draft::word).collect(joining(" ")));
    options
        .environment()
        .forEach((name, value) ->
            draft.set("environment", "{%s: %s}".formatted(name, Draft.scalar(value))));
    if (project.virtual() == VirtualThreads.SPRING) {
      draft.set(
          "modes",
          "",
          "platform: {args: %sfalse}".formatted(SPRING),
          "virtual: {args: %strue}".formatted(SPRING));
    }
    Start start =
        new Start(words, Path.of(""), options.environment(), Optional.empty(), Optional.empty());
    tryOut(
        built(project, jdk, start),
        new Wanted(Optional.empty(), project.contextPath(), project.health(), WITHIN),
        children,
        written);
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

  private ServiceSpec built(Project project, Optional<String> jdk, Start start) {
    return spec(project, Optional.empty(), jdk, start);
  }

  /** Returns the service with what its file says already. */
  private ServiceSpec spec(
      Project project, Optional<String> build, Optional<String> jdk, Start start) {
    Optional<ServiceSpec> own = begun.service();
    Map<String, String> environment = new HashMap<>(start.environment());
    own.ifPresent(said -> environment.putAll(said.start().environment()));
    return new ServiceSpec(
            own.map(ServiceSpec::name).orElse(String.valueOf(folder.getFileName())),
            folder,
            own.flatMap(ServiceSpec::jdk).or(() -> jdk),
            build,
            start,
            has("modes") ? own.orElseThrow().modes() : modes(project.virtual()),
            project.deployed() ? Ready.DEPLOYED : Ready.LISTENING,
            own.map(ServiceSpec::connectionSpec).orElse(ConnectionSpec.PLAIN),
            own.map(ServiceSpec::components).orElse(Components.USUAL),
            own.map(ServiceSpec::services).orElse(List.of()),
            Map.of())
        .with(environment);
  }

  private static Map<Mode, Variant> modes(VirtualThreads virtual) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    switch (virtual) {
      case SPRING -> {
        modes.put(Mode.PLATFORM, new Variant(List.of(SPRING + "false"), Map.of()));
        modes.put(Mode.VIRTUAL, new Variant(List.of(SPRING + "true"), Map.of()));
      }
      case DEPLOYED -> {
        modes.put(Mode.PLATFORM, Variant.PLAIN);
        modes.put(Mode.VIRTUAL, Variant.PLAIN);
      }
      case UNKNOWN -> modes.put(Mode.PLATFORM, Variant.PLAIN);
    }
    return modes;
  }

  /**
   * Starts the service in each mode, and sends requests in the first.
   *
   * @param start as it is written in the file
   */
  private void tryOut(ServiceSpec spec, Wanted wanted, Children children, List<String> start)
      throws OpenPoint, IOException, InterruptedException {
    ServerLauncher launcher = new ServerLauncher(children, said);
    Path jdk = Jdks.ofThisMachine().find(spec.jdk().orElse(null)).home();
    BackingServices.Place place =
        new BackingServices.Place(out.resolve("init-services"), List.of(), jdk);
    Optional<Wanted> known = Optional.empty();
    Duration slowest = Duration.ZERO;
    String because = "";
    try (BackingServices backing = BackingServices.start(spec, launcher, place)) {
      for (Mode mode : spec.modes().keySet()) {
        ServerOptions options =
            new ServerOptions(
                backing.withPorts(spec), mode, jdk, List.of(), List.of(), null, CONNECTIONS);
        try (LaunchedServer server = launcher.begin(options, out.resolve("init-" + mode.label()));
            StartObservation observation = new StartObservation(server, known.orElse(wanted))) {
          switch (observation.observe()) {
            case Seen.IsReady ready -> {
              slowest = ready.after().compareTo(slowest) > 0 ? ready.after() : slowest;
              said.accept(
                  String.format(
                      Locale.ROOT,
                      "ready in %.1f s with %s threads",
                      ready.after().toNanos() / 1e9,
                      mode.label()));
              if (wanted.ready().isEmpty()) {
                because =
                    known.isPresent() ? because : ready.because().map(" # as "::concat).orElse("");
                draft.set("ready", written(ready.way(), slowest) + because);
              }
              if (known.isEmpty()) {
                send(server, ready.contextPath(), path -> server.url(path));
              }
              known =
                  Optional.of(
                      new Wanted(Optional.of(ready.way()), ready.contextPath(), List.of(), WITHIN));
            }
            case Seen.ListensElsewhere other -> throw elsewhere(server, other, start);
            case Seen.Ended ended -> throw ended(ended);
            case Seen.NotReady not -> throw notReady(not);
          }
        }
      }
    } catch (LaunchFailure failure) {
      throw new OpenPoint(
          String.valueOf(failure.getMessage()), "correct the service, or loomwatch.yaml");
    }
  }

  /** Returns a longer time-out where a slower machine would need it. */
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

  private void send(LaunchedServer server, String contextPath, Function<String, URI> urls)
      throws OpenPoint, LaunchFailure, IOException, InterruptedException {
    if (!begun.scenarios().isEmpty()) {
      return;
    }
    List<FoundRequest> requests = Endpoints.in(folder).stream().map(FoundRequest::get).toList();
    RequestTrial.Tried tried =
        new RequestTrial(server, path -> urls.apply(contextPath + path), said).of(requests);
    draft.tried(contextPath, tried);
    if (tried.answered().isEmpty()) {
      draft.openScenarios(
          "scenarios: none of the requests that the sources name is answered with 2xx; write some, such as items: {get: /items, rate: 100}");
      throw new OpenPoint(
          "no request that its sources name is answered with 2xx",
          hint(
              server.logged(),
              "write scenarios in loomwatch.yaml, such as items: {get: /items, rate: 100}"));
    }
  }

  private OpenPoint elsewhere(
      LaunchedServer server, Seen.ListensElsewhere other, List<String> start)
      throws OpenPoint, LaunchFailure, IOException, InterruptedException {
    String given =
        start.stream()
            .filter(word -> word.contains("{port}"))
            .map(word -> word.replace("{port}", ""))
            .collect(joining(" "));
    String what =
        "it listens on %d, not on the port it was given%s: which argument, property or variable sets it?"
            .formatted(other.port(), given.isEmpty() ? "" : " by " + given);
    if (!has("start")) {
      draft.remove("start");
      draft.remove("environment");
    }
    String bare =
        start.stream()
            .filter(word -> !word.contains("{port}"))
            .map(Draft::word)
            .collect(joining(" "));
    draft.open(what, "start: %s … {port}".formatted(bare));
    said.accept(what);
    String scheme = server.connectionSpec().protocol().scheme();
    try {
      send(
          server,
          other.contextPath(),
          path -> URI.create("%s://127.0.0.1:%d%s".formatted(scheme, other.port(), path)));
    } catch (OpenPoint unanswered) {
      said.accept(String.valueOf(unanswered.getMessage()));
    }
    return new OpenPoint("", "write start: %s … {port} in loomwatch.yaml".formatted(bare));
  }

  private OpenPoint ended(Seen.Ended ended) {
    StartFailure failure = StartFailure.of(ended.log());
    draft.open("it ended with %d when init started it".formatted(ended.exitCode()));
    return new OpenPoint(
        "it ended with %d at its start%s".formatted(ended.exitCode(), failure.shown()),
        hint(ended.log(), "correct start: in loomwatch.yaml"));
  }

  private OpenPoint notReady(Seen.NotReady not) {
    StartFailure failure = StartFailure.of(not.log());
    draft.open("ready: " + not.why());
    return new OpenPoint(
        not.why() + failure.shown(), hint(not.log(), "correct start: or ready: in loomwatch.yaml"));
  }

  private String hint(List<String> log, String otherwise) {
    StartFailure failure = new StartFailure(packed ? log : List.of(StartFailure.NOT_PACKED));
    return failure.hint().orElse(otherwise);
  }
}
