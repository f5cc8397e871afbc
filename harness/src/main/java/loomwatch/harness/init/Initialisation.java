package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltFile;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.Components;
import loomwatch.measure.subject.ServiceSpec.Start;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.measure.subject.ServiceSpec.WebApplication;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.Launch.Mode;

/** Finds out what a folder's service is, builds it, starts it once in each mode, and asks it. */
public final class Initialisation {
  private static final int CONNECTIONS = 50;

  /** How long it is waited for; the file says so of one that is slow. */
  private static final Duration WITHIN = Duration.ofMinutes(2);

  private static final String SPRING = "--spring.threads.virtual.enabled=";

  private final Path folder;
  private final Path root;
  private final Path out;
  private final Path jdk;
  private final Consumer<String> said;
  private Duration slowest = Duration.ZERO;

  /**
   * Of a folder.
   *
   * @param root of Loomwatch, whose Tomcat deploys web applications
   * @param out where logs go
   * @param jdk home of the JDK it is built and started with
   * @param said is told one line at a time what was found, guessed and seen
   */
  public Initialisation(Path folder, Path root, Path out, Path jdk, Consumer<String> said) {
    this.folder = folder;
    this.root = root;
    this.out = out;
    this.jdk = jdk;
    this.said = said;
  }

  /**
   * The text of its subject file.
   *
   * @throws SubjectException when nothing is found, or it does not build, start or answer
   */
  public String draft() throws IOException, InterruptedException {
    Found guessed =
        new FolderSearch(folder)
            .find()
            .orElseThrow(() ->
                new SubjectException(
                    "%s must hold pom.xml, build.gradle or build.gradle.kts, holds none of them;"
                            .formatted(folder)
                        + " write loomwatch.yaml by hand: docs/subject-file.md says how"));
    said.accept("found " + guessed.what());
    try (Children children = new Children()) {
      BuiltArm built = arms(program(guessed, Path.of("unknown.jar")), children).inPlace(jdk);
      Path startable = built(guessed);
      Optional<String> spring = StartableJar.springBoot(startable);
      spring.ifPresent(version -> said.accept("the jar says Spring Boot " + version));
      Found found = spring.map(guessed::ofSpringBoot).orElse(guessed);
      Path jar = folder.relativize(startable);
      ServiceSpec spec;
      if (found.virtual() == Found.Virtual.DEPLOYED) {
        WebApplication war = new WebApplication(jar.toString(), WebApplication.LINES.getFirst());
        said.accept("deploys " + jar + " in Tomcat " + war.tomcat());
        spec = arms(deployed(war), children).inPlace(jdk).service();
      } else {
        said.accept("starts by " + String.join(" ", found.start(jar)));
        spec = program(found, jar);
      }
      List<Draft.Scenario> scenarios = List.of();
      for (Mode mode : spec.modes().keySet()) {
        scenarios = tried(spec, mode, built, children, scenarios);
        if (scenarios.isEmpty()) {
          throw unanswered(draft(found, jar, built, scenarios));
        }
      }
      return draft(found, jar, built, scenarios);
    }
  }

  private String draft(Found found, Path jar, BuiltArm built, List<Draft.Scenario> scenarios)
      throws IOException {
    return new Draft(found, written(jar), built.jdk().feature(), scenarios, slowest).text();
  }

  /** It builds and starts, which is not to be found out again by hand. */
  private SubjectException unanswered(String begun) {
    said.accept("this much of loomwatch.yaml is known, to be pasted:\n" + begun);
    return new SubjectException(
        "no GET request that its sources name is answered with 2xx; write scenarios by hand:"
            + " docs/subject-file.md says how");
  }

  /** With a {@code *} for its version, so that the next one is found too; of others as it is. */
  private Path written(Path jar) throws IOException {
    String name = String.valueOf(jar.getFileName());
    // The second of shop-1.0-exec.jar, which lies beside shop-1.0.jar.
    for (String end : List.of("", "-[a-z]+")) {
      Path pattern =
          jar.resolveSibling(name.replaceFirst("-\\d.*(?=%s\\.[jw]ar$)".formatted(end), "-*"));
      if (BuiltFile.matching(folder, pattern.toString()).size() == 1) {
        return pattern;
      }
    }
    return jar;
  }

  private ServiceArms arms(ServiceSpec spec, Children children) {
    return new ServiceArms(spec, "", root, out, children, said);
  }

  private static Path built(Found found) throws IOException {
    boolean war = found.virtual() == Found.Virtual.DEPLOYED;
    return (war ? StartableJar.warIn(found.jars()) : StartableJar.in(found.jars()))
        .orElseThrow(() ->
            new SubjectException(
                "%s must hold a %s after the build, holds none; write %s: by hand:"
                        .formatted(
                            found.jars(),
                            war ? "WAR" : "jar with a main class",
                            war ? "war" : "start")
                    + " docs/subject-file.md says how"));
  }

  private List<Draft.Scenario> tried(
      ServiceSpec spec, Mode mode, BuiltArm built, Children children, List<Draft.Scenario> before)
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
      return new Trial(said).of(server, Endpoints.in(folder));
    } catch (LaunchFailure failure) {
      throw new SubjectException(
          failure.getMessage() + "; write start and ready by hand: docs/subject-file.md says how");
    }
  }

  private ServiceSpec program(Found found, Path jar) {
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

  private static Map<Mode, Variant> modes(Found found) {
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
}
