package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.measure.subject.Need;
import loomwatch.measure.subject.Placeholders;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;

/** What a service needs, up and ready. Not thread-safe. */
public final class RunningNeeds implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CONNECTIONS = 1_000;

  private final ServiceSpec service;
  private final ServerLauncher launcher;
  private final Place place;
  private final Map<String, String> values = new HashMap<>();
  private final List<Running> running = new ArrayList<>();

  /** One of them, and what its placeholders stand for. */
  private record Running(Need need, Needed server, Map<String, String> values) {}

  /**
   * Where they run.
   *
   * @param directory for their logs and their own folders; created when missing
   * @param cores they may use; empty for any
   * @param jdk home of the JDK of those that are JVMs
   */
  public record Place(Path directory, List<Integer> cores, Path jdk) {
    public Place {
      directory = directory.toAbsolutePath();
      cores = List.copyOf(cores);
    }
  }

  private RunningNeeds(ServiceSpec service, ServerLauncher launcher, Place place) {
    this.service = service;
    this.launcher = launcher;
    this.place = place;
  }

  /**
   * Starts those of a service, one after another.
   *
   * @throws LaunchFailure when one cannot be prepared, or does not get ready, with its last lines
   */
  public static RunningNeeds start(ServiceSpec service, ServerLauncher launcher, Place place)
      throws LaunchFailure, IOException, InterruptedException {
    RunningNeeds needs = new RunningNeeds(service, launcher, place);
    boolean up = false;
    try {
      for (Need need : service.needs()) {
        needs.start(need);
      }
      up = true;
      return needs;
    } finally {
      if (!up) {
        needs.close();
      }
    }
  }

  private void start(Need need) throws LaunchFailure, IOException, InterruptedException {
    Path logs = place.directory().resolve(need.name());
    Path own = empty(logs.resolve("own"));
    Map<String, String> known = new HashMap<>(values);
    known.put(Need.DIRECTORY, own.toString());
    if (need.image().isPresent()) {
      NeededContainer container =
          NeededContainer.start(need, need.image().get(), place.cores(), logs);
      up(need, container, container.port(), known);
      return;
    }
    int port = Ports.free();
    known.put(Placeholders.PORT, Integer.toString(port));
    if (need.prepare().isPresent()) {
      run("prepare", need, need.prepare().get(), known);
    }
    ServerOptions options =
        new ServerOptions(
            program(need, known),
            Mode.PLATFORM,
            place.jdk(),
            List.of(),
            place.cores(),
            null,
            CONNECTIONS,
            "the need " + need.name(),
            Recording.VITALS);
    up(need, new NeededProgram(launcher.start(options, logs, port)), port, known);
  }

  private void up(Need need, Needed server, int port, Map<String, String> known) {
    known.put(Placeholders.PORT, Integer.toString(port));
    running.add(new Running(need, server, known));
    values.put(Need.port(need.name()), Integer.toString(port));
  }

  /** What an earlier one left there would not be what is measured. */
  private static Path empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  /** As a program that is watched for nothing but its end: a JVM too. */
  private ServiceSpec program(Need need, Map<String, String> known) {
    List<String> words = new ArrayList<>(need.start());
    if (words.getFirst().equals("java")) {
      words.set(0, place.jdk().resolve("bin/java").toString());
    }
    return new ServiceSpec(
            need.name(),
            service.folder(),
            Optional.empty(),
            words,
            service.folder(),
            need.environment(),
            need.ready(),
            Map.of(Mode.PLATFORM, Variant.PLAIN))
        .given(known);
  }

  /** Whether the service needs nothing. */
  public boolean isEmpty() {
    return running.isEmpty();
  }

  /** The service, told where they are. */
  public ServiceSpec telling(ServiceSpec one) {
    return one.given(values);
  }

  /**
   * Runs their reset commands, before a launch is warmed.
   *
   * @throws LaunchFailure when one is gone, or its command fails
   */
  public void reset() throws LaunchFailure, IOException, InterruptedException {
    requireAlive("before a launch was warmed");
    for (Running each : running) {
      if (each.need().reset().isPresent()) {
        run("reset", each.need(), each.need().reset().get(), each.values());
      }
    }
  }

  /**
   * Makes sure that all are still there.
   *
   * @throws LaunchFailure with the last lines of one that is not
   */
  public void requireAlive(String during) throws LaunchFailure, InterruptedException {
    for (Running each : running) {
      each.server().requireAlive(during);
    }
  }

  private void run(String what, Need need, String line, Map<String, String> known)
      throws LaunchFailure, IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(need.environment());
    environment.replaceAll((name, value) -> Placeholders.fill(value, known));
    try {
      launcher
          .shell()
          .run(
              new Shell.Command(
                  what + " of the need " + need.name(),
                  Placeholders.fill(line, known),
                  service.folder(),
                  environment,
                  PATIENCE,
                  ""),
              place.directory().resolve(need.name()).resolve(what + ".log"));
    } catch (SubjectException failed) {
      throw new LaunchFailure(Invalid.Reason.SERVER_NOT_READY, String.valueOf(failed.getMessage()));
    }
  }

  /** Ends them, the last one first. */
  @Override
  public void close() {
    for (Running each : running.reversed()) {
      each.server().close();
    }
    running.clear();
  }
}
