package loomwatch.measure.launch;

import static java.util.stream.Collectors.joining;

import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import loomwatch.measure.subject.Need;
import loomwatch.measure.subject.Need.Image;
import loomwatch.measure.subject.Ready;
import loomwatch.results.Invalid;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** A need that is a container. Testcontainers ends it when the harness is killed, too. */
final class NeededContainer implements Needed {
  private static final int SHOWN = 20;

  private final Need need;
  private final GenericContainer<?> container;
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final Path log;

  /**
   * One that is yet to be started.
   *
   * @param image what it is made of
   * @param cores it may use; empty for any
   * @param log keeps what it writes
   */
  NeededContainer(Need need, Image image, List<Integer> cores, Path log) {
    this.need = need;
    this.log = log;
    this.container = new GenericContainer<>(DockerImageName.parse(image.name()));
    container.addExposedPort(image.port());
    need.environment().forEach(container::addEnv);
    if (!image.args().isEmpty()) {
      container.setCommand(image.args().toArray(String[]::new));
    }
    container.setWaitStrategy(waiting(need.ready(), image.port()));
    container.withLogConsumer(this::wrote);
    container.withCreateContainerCmdModifier(command -> {
      HostConfig host = Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new);
      if (!cores.isEmpty()) {
        host.withCpusetCpus(cores.stream().map(String::valueOf).collect(joining(",")));
      }
      command.withHostConfig(host);
    });
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @throws LaunchFailure with its last lines when it does not get so
   */
  static NeededContainer start(Need need, Image image, List<Integer> cores, Path directory)
      throws LaunchFailure, IOException {
    Docker.require(need.name(), image);
    Files.createDirectories(directory);
    Path log = directory.resolve("server.log");
    Files.deleteIfExists(log);
    NeededContainer started = new NeededContainer(need, image, cores, log);
    try {
      started.container.start();
    } catch (RuntimeException e) {
      // Of whatever kind: Testcontainers wraps what the daemon, the registry and it itself say.
      started.close();
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "the need %s (%s) was not ready within %d s: %s%s"
              .formatted(
                  need.name(),
                  image.name(),
                  need.ready().within().toSeconds(),
                  Docker.reason(e),
                  LaunchedServer.tail(started.lastLines())));
    }
    String host = started.container.getHost();
    if (!here(host)) {
      started.close();
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "the need %s must be on this machine, its container was at %s; unset DOCKER_HOST, or write start: in place of image:"
              .formatted(need.name(), host));
    }
    return started;
  }

  /** Testcontainers names the bridge where it takes this machine for a container. */
  static boolean here(String host) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  /** The container's way of telling what a file says; its port is that within. */
  static WaitStrategy waiting(Ready ready, int port) {
    WaitStrategy strategy =
        switch (ready) {
          case Ready.Answers answers ->
              Wait.forHttp(answers.path()).forPort(port).forStatusCode(answers.status());
          // The whole line has to match there; here it is enough that it is found.
          case Ready.Logs logs -> Wait.forLogMessage(".*(?:" + logs.line().pattern() + ").*", 1);
          case Ready.Listens listens -> Wait.forListeningPorts(port);
        };
    return strategy.withStartupTimeout(ready.within());
  }

  /** On this machine. */
  int port() {
    return container.getFirstMappedPort();
  }

  GenericContainer<?> container() {
    return container;
  }

  /** What it wrote, called by a thread of the Docker client. */
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
          log, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
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
      // Of whatever kind: the daemon itself may be gone.
      throw new LaunchFailure(
          Invalid.Reason.SERVER_DIED,
          "the need %s, or its daemon, ended %s: %s"
              .formatted(need.name(), during, Docker.reason(e)));
    }
    if (!running) {
      throw new LaunchFailure(
          Invalid.Reason.SERVER_DIED,
          "the need %s ended %s%s"
              .formatted(need.name(), during, LaunchedServer.tail(lastLines())));
    }
  }

  @Override
  public void close() {
    container.stop();
  }
}
