package loomwatch.harness.init;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import loomwatch.harness.init.BackingServiceSearch.Needed;
import loomwatch.harness.init.BackingServiceSearch.Needs;
import loomwatch.harness.init.Draft.OpenPoint;
import loomwatch.harness.init.Framework.StartOptions;
import loomwatch.harness.init.Framework.VirtualThreads;
import loomwatch.harness.init.StartObservation.Wanted;
import loomwatch.harness.init.requests.RequestImport;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceFile.UnfinishedFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.Start;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.Git.UntrackedFiles;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario.Protocol;

/**
 * Detects a folder's service, builds it, starts it once in each mode, observes it and sends it
 * requests. What it learns becomes a service file; what it does not, an open point of that file.
 */
public final class Initialisation {
  /** Maximum time until the service is ready. */
  private static final Duration WITHIN = Duration.ofMinutes(2);

  private static final String SPRING = "--spring.threads.virtual.enabled=";

  private static final String DAEMON =
      "start a Docker daemon, or name programs by start: in place of image: under services";

  private static final String BUILD = "correct the build, or build: in loomwatch.yaml";

  private static final String BENCHMARKS =
      "correct the build, or write benchmarks: in loomwatch.yaml, as"
          + " docs/service-file.md#jmh-benchmarks says";

  private static final String DOCS = "docs/service-file.md";

  private final Path folder;
  private final Path root;
  private final Path out;
  private final Consumer<String> said;
  private final Draft draft = new Draft();
  private final UnfinishedFile begun;

  /**
   * Creates the initialisation of a folder.
   *
   * @param root of Loomwatch
   * @param begun what its service file has already
   * @param taken the requests of another tool's file, in place of those of the sources
   */
  public Initialisation(
      Path folder,
      Path root,
      Path out,
      UnfinishedFile begun,
      Optional<RequestImport> taken,
      Consumer<String> said) {
    this.folder = folder;
    this.root = root;
    this.out = out;
    this.begun = begun;
    taken.ifPresent(draft::take);
    this.said = said;
  }

  /**
   * A service file as far as it is known.
   *
   * @param next what the user must do before it is complete; empty if it is
   */
  public record Drafted(String text, Optional<String> next) {}

  /**
   * Returns the text of the service file.
   *
   * @param text of the file that was begun; empty for none
   */
  public Drafted draft(Optional<String> text) throws IOException, InterruptedException {
    Optional<String> next = Optional.empty();
    try (Children children = new Children()) {
      find(children);
      addBenchmarks(children);
    } catch (OpenPoint open) {
      if (!String.valueOf(open.getMessage()).isEmpty()) {
        said.accept(String.valueOf(open.getMessage()));
      }
      next = Optional.of(open.next() + "; then run init again");
    }
    draft
        .smoke()
        .ifPresent(name ->
            said.accept(
                "profile smoke measures %s alone, or what --scenario names".formatted(name)));
    return new Drafted(
        text.map(lines -> draft.completing(lines, begun.keys(), !begun.scenarios().isEmpty()))
            .orElseGet(draft::text),
        next);
  }

  /** Returns a file without the comments of earlier runs on what was open. */
  public static String answered(String text) {
    return Draft.answered(text);
  }

  private void find(Children children) throws OpenPoint, IOException, InterruptedException {
    Optional<Project> found = new Project.Search(folder).find();
    found.ifPresent(project -> said.accept("found " + project.shown()));
    boolean startKnown = has("start") && has("ready") || has("war") || has("url");
    if (draft.hasTaken() && startKnown) {
      return;
    }
    if (has("url")) {
      tryout(children).ofRunning(begun.service().orElseThrow());
      return;
    }
    if (has("start") || has("war")) {
      ServiceSpec spec = begun.service().orElseThrow();
      String context = found.map(Project::contextPath).orElse("");
      List<String> health = found.map(Project::health).orElse(List.of());
      Optional<Ready> ready =
          has("ready") || has("war") ? Optional.of(spec.ready()) : Optional.empty();
      Wanted wanted = new Wanted(ready, context, health, ready.map(Ready::within).orElse(WITHIN));
      tryout(children).of(build(spec, children).service(), wanted, spec.start().words());
      return;
    }
    if (found.isEmpty()) {
      throw noBuild();
    }
    build(found.get(), children);
  }

  /** Builds a project whose service file does not say how it is started, and starts it. */
  private void build(Project guessed, Children children)
      throws OpenPoint, IOException, InterruptedException {
    List<Path> programs = Modules.programs(folder);
    if (!programs.isEmpty()) {
      throw elsewhere(programs, "%s builds a service");
    }
    draft.set("build", guessed.build());
    if (guessed.javaEe()) {
      throw javaEe();
    }
    JdkChoice jdk =
        built(guessed, JdkChoice.of(begun.service().flatMap(ServiceSpec::jdk), guessed), children);
    draft.set("jdk", jdk.line());
    if (guessed.mainClass().isPresent()) {
      start(
          jdk.fitting(guessed),
          jdk.version(),
          Program.installed(folder, guessed.output(), guessed.mainClass().get()),
          children);
    } else {
      Optional<Path> startable = startable(guessed);
      if (startable.isPresent()) {
        Project exact = exactly(guessed, startable.get());
        start(jdk.fitting(exact), jdk.version(), startable.get(), children);
      }
    }
  }

  /** Adds a team's own benchmarks, if their build leaves them. */
  private void addBenchmarks(Children children)
      throws OpenPoint, IOException, InterruptedException {
    Optional<BenchmarkProject> found =
        begun.benchmarks() || has("url") ? Optional.empty() : BenchmarkProject.in(folder);
    if (found.isEmpty()) {
      return;
    }
    BenchmarkProject project = found.get();
    said.accept("found JMH benchmarks in " + project.module());
    ServiceFile alone = ServiceFile.ofBenchmarks(folder.resolve("loomwatch.yaml"), project.spec());
    try {
      attempt(Variants.of(alone, root, out, children, said));
    } catch (OpenPoint failed) {
      draft.openBenchmarks("the benchmarks could not be listed when init built them", project);
      if (!draft.hasService()) {
        throw failed.withNext(BENCHMARKS);
      }
      said.accept("benchmarks are left out: " + failed.getMessage());
      said.accept("to measure them too, " + BENCHMARKS);
      return;
    }
    draft.benchmarks(project);
  }

  /** Builds the project, and returns the first JDK with which that succeeds. */
  private JdkChoice built(Project guessed, List<JdkChoice> choices, Children children)
      throws OpenPoint, IOException, InterruptedException {
    JdkChoice jdk = choices.getFirst();
    if (!jdk.shown().isEmpty()) {
      said.accept(jdk.shown());
    }
    Project project = jdk.fitting(guessed);
    Start unknown = Start.of(project.options().start(Program.UNKNOWN));
    Optional<String> line =
        begun.service().flatMap(ServiceSpec::build).or(() -> Optional.of(project.build()));
    ServiceSpec spec = spec(project, line, jdk.version(), unknown);
    if (choices.size() == 1) {
      build(spec, children);
      return jdk;
    }
    try {
      attempt(variants(spec, children));
      return jdk;
    } catch (OpenPoint failed) {
      if (failed.next().equals(BUILD)) {
        return built(guessed, choices.subList(1, choices.size()), children);
      }
      throw failed;
    }
  }

  private void start(Project project, Optional<String> jdk, Path startable, Children children)
      throws OpenPoint, IOException, InterruptedException {
    Path jar = folder.relativize(startable);
    if (project.deployed()) {
      deploy(project, jdk, jar, children);
    } else {
      List<String> absent = StartableJar.absent(startable);
      start(
          project,
          jdk,
          new Program(Program.jar(jar), Program.jar(StartableJar.written(folder, jar)), absent),
          children);
    }
  }

  private boolean has(String key) {
    return begun.keys().contains(key);
  }

  private OpenPoint noBuild() throws IOException {
    List<Path> below = Project.Search.below(folder);
    if (!below.isEmpty()) {
      throw elsewhere(below, "%s has a build");
    }
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

  private ServiceException elsewhere(List<Path> folders, String why) {
    return new ServiceException(
        folders.stream()
            .map(each -> why.formatted(folder.relativize(each)) + ": run init in it")
            .collect(joining("\n")));
  }

  private OpenPoint javaEe() {
    String what =
        "this WAR uses javax.servlet (Java EE 8, Tomcat 9); Loomwatch deploys jakarta.servlet only,"
            + " in Tomcat %s".formatted(String.join(" or ", WebApplication.LINES));
    draft.open(what, "start: java -jar tomcat9.jar {port}", "ready: {port: true}");
    return new OpenPoint(
        what, "migrate it, or start your own Tomcat 9 by start: java -jar … in loomwatch.yaml");
  }

  private BuiltVariant build(ServiceSpec spec, Children children)
      throws OpenPoint, IOException, InterruptedException {
    try {
      return attempt(variants(spec, children));
    } catch (OpenPoint failed) {
      if (failed.next().equals(BUILD)) {
        draft.open("the build failed when init ran it");
      }
      throw failed;
    }
  }

  private BuiltVariant attempt(Variants variants)
      throws OpenPoint, IOException, InterruptedException {
    UntrackedFiles before = UntrackedFiles.in(folder);
    try {
      return variants.inPlace(null);
    } catch (VariantException noJdk) {
      throw new OpenPoint(String.valueOf(noJdk.getMessage()), "correct jdk: in loomwatch.yaml");
    } catch (ServiceException failed) {
      String what = String.valueOf(failed.getMessage());
      throw new OpenPoint(what, what.startsWith("the backing service ") ? DAEMON : BUILD);
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

  /** Returns what the build left to be started; nothing where it left benchmarks alone. */
  private Optional<Path> startable(Project project) throws OpenPoint, IOException {
    Optional<Path> found =
        project.deployed()
            ? StartableJar.warIn(project.output())
            : StartableJar.in(project.output());
    if (found.isEmpty()) {
      found = StartableJar.warIn(project.output());
    }
    if (found.isPresent()) {
      return found;
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
    if (begun.keys().isEmpty() && BenchmarkProject.in(folder).isPresent()) {
      draft.leaveOutService();
      return Optional.empty();
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
    draft.set("war", StartableJar.written(folder, jar).toString());
    Start start = new Start(war.start(), Path.of(""), Map.of(), Optional.of(war), Optional.empty());
    ServiceSpec spec =
        attempt(variants(spec(project, Optional.empty(), jdk, start), children)).service();
    Wanted deployed = new Wanted(Optional.of(Ready.DEPLOYED), "", List.of(), WITHIN);
    tryout(children).of(spec, deployed, List.of());
  }

  private void start(Project project, Optional<String> jdk, Program program, Children children)
      throws OpenPoint, IOException, InterruptedException {
    if (!program.absent().isEmpty()) {
      said.accept(
          "%s names %s in its manifest, which the build did not put beside it"
              .formatted(program.words().getLast(), String.join(", ", program.absent())));
    }
    StartOptions options = project.options();
    said.accept("starts by " + String.join(" ", options.start(program.words())));
    List<String> written = options.start(program.written());
    draft.set("start", written.stream().map(Draft::word).collect(joining(" ")));
    draft.environment(options.environment());
    if (!has("protocol") && project.connection().protocol() == Protocol.HTTPS) {
      draft.set("protocol", "https");
      draft.set("certificate", "any");
    }
    if (project.virtual() == VirtualThreads.SPRING) {
      draft.set(
          "modes",
          "",
          "platform: {args: %sfalse}".formatted(SPRING),
          "virtual: {args: %strue}".formatted(SPRING));
    }
    tryOut(project, jdk, program, children);
  }

  /** Starts the program with the databases that it needs, where they can be started here. */
  private void tryOut(Project project, Optional<String> jdk, Program program, Children children)
      throws OpenPoint, IOException, InterruptedException {
    Needs needs = needs(project);
    boolean contained = !needs.all().isEmpty() && BackingServices.containersCanRun();
    Map<String, String> environment = new TreeMap<>(project.options().environment());
    List<BackingService> services = List.of();
    if (contained) {
      environment.putAll(needs.variables());
      services = needs.services();
      needs.writeTo(draft, project.options().environment());
    } else if (!needs.all().isEmpty()) {
      said.accept("no Docker daemon answers here: the service is started without");
    }
    List<String> words = project.options().start(program.words());
    Start start = new Start(words, Path.of(""), environment, Optional.empty(), Optional.empty());
    ServiceSpec spec = spec(project, Optional.empty(), jdk, start).with(services);
    Wanted wanted = new Wanted(Optional.empty(), project.contextPath(), project.health(), WITHIN);
    try {
      tryout(children).of(spec, wanted, project.options().start(program.written()));
    } catch (OpenPoint open) {
      if (!open.ofStart()) {
        throw open;
      }
      if (!needs.all().isEmpty() && !contained) {
        needs.writeTo(draft, project.options().environment());
        throw open.withNext(DAEMON);
      }
      throw program.absent().isEmpty() ? open : open.withNext(StartFailure.PACK);
    }
  }

  /** Returns the services that files name, unless the service file has its own. */
  private Needs needs(Project project) throws IOException {
    if (has("services")) {
      return new Needs(List.of(), project.framework());
    }
    List<Needed> found = new BackingServiceSearch(project).find();
    for (Needed each : found) {
      said.accept("needs %s, which %s names".formatted(each.image(), each.from()));
      if (!each.contained()) {
        draft.note(
            "%s advertises a port of its own: write it under services as a program, with start:"
                .formatted(each.image()));
      }
    }
    return new Needs(found.stream().filter(Needed::contained).toList(), project.framework());
  }

  private Tryout tryout(Children children) throws IOException {
    return new Tryout(
        Modules.of(folder), out, draft, begun, new ServerLauncher(children, said), said);
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
            has("protocol") ? own.orElseThrow().connectionSpec() : project.connection(),
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
}
