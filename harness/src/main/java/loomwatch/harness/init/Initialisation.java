package loomwatch.harness.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.Mode;

/** Finds out what a folder's service is, builds it, starts it once in each mode, and asks it. */
public final class Initialisation {
  private static final int CONNECTIONS = 50;
  private static final String SPRING = "--spring.threads.virtual.enabled=";
  private static final java.time.Duration WITHIN = java.time.Duration.ofMinutes(2);

  private final Path folder;
  private final Path out;
  private final Path jdk;
  private final Consumer<String> said;

  /**
   * Of a folder.
   *
   * @param out where logs go
   * @param jdk home of the JDK it is built and started with
   * @param said is told one line at a time what was found, guessed and seen
   */
  public Initialisation(Path folder, Path out, Path jdk, Consumer<String> said) {
    this.folder = folder;
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
    Found found =
        new FolderSearch(folder)
            .find()
            .orElseThrow(() ->
                new SubjectException(
                    "%s must hold pom.xml, build.gradle or build.gradle.kts, holds none of them;"
                            .formatted(folder)
                        + " write loomwatch.yaml by hand: docs/your-service.md says how"));
    said.accept("found " + found.what());
    try (Children children = new Children()) {
      BuiltArm built =
          new ServiceArms(spec(found, Path.of("unknown.jar")), out, children, said).inPlace(jdk);
      Path jar =
          StartableJar.in(found.jars())
              .map(file -> folder.relativize(file))
              .orElseThrow(() ->
                  new SubjectException(
                      "%s must hold a jar with a main class after the build, holds none; write start:"
                              .formatted(found.jars())
                          + " by hand: docs/your-service.md says how"));
      said.accept("starts by java -jar " + jar);
      ServiceSpec spec = spec(found, jar);
      List<Draft.Scenario> scenarios = List.of();
      for (Mode mode : spec.modes().keySet()) {
        scenarios = tried(spec, mode, built, children, scenarios);
      }
      return new Draft(found, jar, scenarios).text();
    }
  }

  private List<Draft.Scenario> tried(
      ServiceSpec spec, Mode mode, BuiltArm built, Children children, List<Draft.Scenario> before)
      throws IOException, InterruptedException {
    ServerOptions options =
        new ServerOptions(spec, mode, built.jdk().home(), List.of(), List.of(), null, CONNECTIONS);
    try (LaunchedServer server =
        new ServerLauncher(children, said).start(options, out.resolve("init-" + mode.label()))) {
      said.accept(
          String.format(
              Locale.ROOT,
              "ready in %.1f s with %s threads",
              server.timeToReady().orElseThrow().toNanos() / 1e9,
              mode.label()));
      if (!before.isEmpty()) {
        return before;
      }
      List<Draft.Scenario> answered = new Trial(said).of(server, Endpoints.in(folder));
      if (answered.isEmpty()) {
        throw new SubjectException(
            "no GET request that its sources name is answered with 2xx; write scenarios by hand:"
                + " docs/your-service.md says how");
      }
      return answered;
    } catch (LaunchFailure failure) {
      throw new SubjectException(
          failure.getMessage() + "; write start and ready by hand: docs/your-service.md says how");
    }
  }

  private ServiceSpec spec(Found found, Path jar) {
    Ready ready =
        found.ready().startsWith("/")
            ? new Ready.Answers(found.ready(), 200, WITHIN)
            : new Ready.Listens(WITHIN);
    return new ServiceSpec(
        String.valueOf(folder.getFileName()),
        folder,
        Optional.of(found.build()).filter(command -> !command.isEmpty()),
        found.start(jar),
        folder,
        Map.of(),
        ready,
        modes(found));
  }

  private static Map<Mode, Variant> modes(Found found) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    switch (found.virtual()) {
      case SPRING -> {
        modes.put(Mode.PLATFORM, new Variant(List.of(SPRING + "false"), Map.of()));
        modes.put(Mode.VIRTUAL, new Variant(List.of(SPRING + "true"), Map.of()));
      }
      case UNKNOWN -> modes.put(Mode.PLATFORM, Variant.PLAIN);
    }
    return modes;
  }
}
