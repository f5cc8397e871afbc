package loomwatch.measure.launch;

import static java.util.stream.Collectors.joining;

import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.BackingService.Image;
import loomwatch.measure.service.Placeholders;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** Runs backing services, as local programs or containers by Testcontainers. Not thread-safe. */
public final class BackingServices implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CONNECTIONS = 1_000;

  private final ServiceSpec service;
  private final ServerLauncher launcher;
  private final Place place;
  private final Map<String, String> values = new HashMap<>();
  private final List<Running> running = new ArrayList<>();

  private record Running(BackingService backing, Backing process, Map<String, String> values) {}

  private interface Backing extends AutoCloseable {
    void requireAlive(String during) throws LaunchFailure, InterruptedException;

    @Override
    void close();
  }

  private record Program(LaunchedServer server) implements Backing {
    @Override
    public void requireAlive(String during) throws LaunchFailure, InterruptedException {
      server.requireAlive(during);
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /**
   * The place of backing services.
   *
   * @param directory for their logs and their own folders; created when missing
   * @param cores CPUs they may use; empty for any
   */
  public record Place(Path directory, List<Integer> cores, Path jdk) {
    public Place {
      directory = directory.toAbsolutePath();
      cores = List.copyOf(cores);
    }
  }

  private BackingServices(ServiceSpec service, ServerLauncher launcher, Place place) {
    this.service = service;
    this.launcher = launcher;
    this.place = place;
  }

  /** Starts the backing services in turn. Fails with the last log lines of one not ready. */
  public static BackingServices start(ServiceSpec service, ServerLauncher launcher, Place place)
      throws LaunchFailure, IOException, InterruptedException {
    BackingServices all = new BackingServices(service, launcher, place);
    boolean up = false;
    try {
      for (BackingService backing : service.services()) {
        all.start(backing);
      }
      up = true;
      return all;
    } finally {
      if (!up) {
        all.close();
      }
    }
  }

  private void start(BackingService backing)
      throws LaunchFailure, IOException, InterruptedException {
    Path logs = place.directory().resolve(backing.name());
    Map<String, String> known = new HashMap<>(values);
    known.put(BackingService.DIRECTORY, empty(logs.resolve("own")).toString());
    Backing process;
    int port;
    if (backing.image().isPresent()) {
      Container container = Container.start(backing, backing.image().get(), place.cores(), logs);
      process = container;
      port = container.port();
      known.put(Placeholders.PORT, Integer.toString(port));
    } else {
      port = ServerLauncher.freePort();
      known.put(Placeholders.PORT, Integer.toString(port));
      if (backing.prepare().isPresent()) {
        run("prepare", backing, backing.prepare().get(), known);
      }
      ServerOptions options =
          new ServerOptions(
              program(backing, known),
              Mode.PLATFORM,
              place.jdk(),
              List.of(),
              place.cores(),
              null,
              CONNECTIONS,
              "the backing service " + backing.name(),
              Recording.VITALS);
      process = new Program(launcher.start(options, logs, port));
    }
    running.add(new Running(backing, process, known));
    values.put(BackingService.port(backing.name()), Integer.toString(port));
  }

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

  /** Describes a backing service as a plain program, without JVM options of Loomwatch. */
  private ServiceSpec program(BackingService backing, Map<String, String> known) {
    List<String> words = new ArrayList<>(backing.start());
    if (words.getFirst().equals("java")) {
      words.set(0, place.jdk().resolve("bin/java").toString());
    }
    return ServiceSpec.program(backing.name(), service.folder(), words, backing.ready())
        .with(backing.environment())
        .given(known);
  }

  public boolean isEmpty() {
    return running.isEmpty();
  }

  /** Returns whether the data of any is reset before each launch is warmed. */
  public boolean isReset() {
    return running.stream().anyMatch(each -> each.backing().reset().isPresent());
  }

  public ServiceSpec withPorts(ServiceSpec one) {
    return one.given(values);
  }

  public void reset() throws LaunchFailure, IOException, InterruptedException {
    requireAlive("before a launch was warmed");
    for (Running each : running) {
      if (each.backing().reset().isPresent()) {
        run("reset", each.backing(), each.backing().reset().get(), each.values());
      }
    }
  }

  public void requireAlive(String during) throws LaunchFailure, InterruptedException {
    for (Running each : running) {
      each.process().requireAlive(during);
    }
  }

  private void run(String what, BackingService backing, String line, Map<String, String> known)
      throws LaunchFailure, IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(backing.environment());
    environment.replaceAll((name, value) -> Placeholders.fill(value, known));
    Shell.Command command =
        new Shell.Command(
            what + " of the backing service " + backing.name(),
            Placeholders.fill(line, known),
            service.folder(),
            environment,
            PATIENCE,
            "");
    try {
      launcher
          .shell()
          .run(command, place.directory().resolve(backing.name()).resolve(what + ".log"));
    } catch (ServiceException failed) {
      throw new LaunchFailure(Invalid.Reason.SERVER_NOT_READY, String.valueOf(failed.getMessage()));
    }
  }

  @Override
  public void close() {
    for (Running each : running.reversed()) {
      each.process().close();
    }
    running.clear();
  }

  /** Returns the name and digest of an image, which is pulled if it is missing. */
  public static String imageVersion(String backing, Image image) {
    requireDocker(backing, image);
    try {
      String name = new RemoteDockerImage(DockerImageName.parse(image.name())).get();
      InspectImageResponse found = DockerClientFactory.lazyClient().inspectImageCmd(name).exec();
      List<String> digests = found.getRepoDigests();
      // An image that was built here and never pushed has an id only.
      String digest =
          digests == null || digests.isEmpty()
              ? String.valueOf(found.getId())
              : digests.getFirst().replaceFirst(".*@", "");
      return image.name().replaceFirst("@.*", "") + "@" + digest;
    } catch (RuntimeException e) {
      // Testcontainers wraps errors of the daemon, the registry and its own in various types.
      throw new ServiceException(
          "the backing service %s must have an image that can be pulled, %s could not: %s; correct image:, or pull it by hand to see why"
              .formatted(backing, image.name(), firstCause(e)));
    }
  }

  /** Reports whether a Docker daemon answers, which containers need. */
  public static boolean containersCanRun() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  private static void requireDocker(String backing, Image image) {
    if (!containersCanRun()) {
      throw new ServiceException(
          "the backing service %s must have a Docker daemon for its image %s, none answers here; start one or set DOCKER_HOST, or write start: with a program of this machine in place of image:"
              .formatted(backing, image.name()));
    }
  }

  private static String firstCause(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return String.valueOf(first.getMessage()).strip();
  }

  static final class Container implements Backing {
    private static final int SHOWN = 20;

    private final BackingService backing;
    private final GenericContainer<?> container;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final Path log;

    Container(BackingService backing, Image image, List<Integer> cores, Path log) {
      this.backing = backing;
      this.log = log;
      this.container = new GenericContainer<>(DockerImageName.parse(image.name()));
      container.addExposedPort(image.port());
      backing.environment().forEach(container::addEnv);
      if (!image.args().isEmpty()) {
        container.setCommand(image.args().toArray(String[]::new));
      }
      container.setWaitStrategy(waiting(backing.ready(), image.port()));
      container.withLogConsumer(this::wrote);
      container.withCreateContainerCmdModifier(command -> {
        HostConfig host = Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new);
        if (!cores.isEmpty()) {
          host.withCpusetCpus(cores.stream().map(String::valueOf).collect(joining(",")));
        }
        command.withHostConfig(host);
      });
    }

    private static Container start(
        BackingService backing, Image image, List<Integer> cores, Path directory)
        throws LaunchFailure, IOException {
      requireDocker(backing.name(), image);
      Files.createDirectories(directory);
      Path log = directory.resolve("server.log");
      Files.deleteIfExists(log);
      Container started = new Container(backing, image, cores, log);
      try {
        started.container.start();
      } catch (RuntimeException e) {
        started.close();
        throw new LaunchFailure(
            Invalid.Reason.SERVER_NOT_READY,
            "the backing service %s (%s) was not ready within %d s: %s%s"
                .formatted(
                    backing.name(),
                    image.name(),
                    backing.ready().within().toSeconds(),
                    firstCause(e),
                    LaunchedServer.tail(started.lastLines())));
      }
      String host = started.container.getHost();
      if (!here(host)) {
        started.close();
        throw new LaunchFailure(
            Invalid.Reason.SERVER_NOT_READY,
            "the backing service %s must be on this machine, its container was at %s; unset DOCKER_HOST, or write start: in place of image:"
                .formatted(backing.name(), host));
      }
      return started;
    }

    /** Reports whether an address is local: Testcontainers may return the bridge's. */
    static boolean here(String host) throws IOException {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    static WaitStrategy waiting(Ready ready, int port) {
      WaitStrategy strategy =
          switch (ready) {
            case Ready.Answers answers ->
                Wait.forHttp(answers.path()).forPort(port).forStatusCode(answers.status());
            // Testcontainers matches the whole line, whereas here a part of it is enough.
            case Ready.Logs logs -> Wait.forLogMessage(".*(?:" + logs.line() + ").*", 1);
            case Ready.Listens listens -> Wait.forListeningPorts(port);
          };
      return strategy.withStartupTimeout(ready.within());
    }

    private int port() {
      return container.getFirstMappedPort();
    }

    GenericContainer<?> container() {
      return container;
    }

    /** Keeps the output of a container; called by a thread of the Docker client. */
    private void wrote(OutputFrame frame) {
      String text = frame.getUtf8String();
      synchronized (lastLines) {
        text.lines().forEach(lastLines::add);
        while (lastLines.size() > SHOWN) {
          lastLines.removeFirst();
        }
      }
      try {
        Files.writeString(
            log,
            text,
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private List<String> lastLines() {
      synchronized (lastLines) {
        return List.copyOf(lastLines);
      }
    }

    @Override
    public void requireAlive(String during) throws LaunchFailure {
      boolean running;
      try {
        running = container.isRunning();
      } catch (RuntimeException e) {
        // Exceptions of any type occur here, as the daemon itself may be gone.
        throw new LaunchFailure(
            Invalid.Reason.SERVER_DIED,
            "the backing service %s, or its daemon, ended %s: %s"
                .formatted(backing.name(), during, firstCause(e)));
      }
      if (!running) {
        throw new LaunchFailure(
            Invalid.Reason.SERVER_DIED,
            "the backing service %s ended %s%s"
                .formatted(backing.name(), during, LaunchedServer.tail(lastLines())));
      }
    }

    @Override
    public void close() {
      container.stop();
    }
  }
}
