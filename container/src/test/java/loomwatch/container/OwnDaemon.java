package loomwatch.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Docker daemon for the tests of this JVM alone, gone with it: all it writes is in a folder of
 * its own, and it makes no firewall rule and forwards nothing, since a container's published port
 * needs neither from this machine.
 */
final class OwnDaemon {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path BRIDGE = Path.of("/sys/class/net/docker0");

  private final Path directory;
  private final Process process;
  private final boolean hadBridge;

  private OwnDaemon(Path directory, Process process, boolean hadBridge) {
    this.directory = directory;
    this.process = process;
    this.hadBridge = hadBridge;
  }

  /**
   * Starts it and waits until it answers.
   *
   * @throws IOException with the daemon's last words when it does not
   */
  static OwnDaemon start() throws IOException {
    boolean hadBridge = Files.exists(BRIDGE);
    // Under /tmp, as a socket's path must be short.
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "loomwatch-docker");
    Process process =
        new ProcessBuilder(
                "dockerd",
                "--host=unix://" + directory.resolve("socket"),
                "--data-root=" + directory.resolve("data"),
                "--exec-root=" + directory.resolve("exec"),
                "--pidfile=" + directory.resolve("pid"),
                "--iptables=false",
                "--ip6tables=false",
                "--ip-forward=false",
                "--ip-masq=false")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    OwnDaemon daemon = new OwnDaemon(directory, process, hadBridge);
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(daemon::stop));
    daemon.await();
    return daemon;
  }

  /** Where it listens, as DOCKER_HOST has it. */
  String host() {
    return "unix://" + directory.resolve("socket");
  }

  private void await() throws IOException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!Docker.answers(Map.of("DOCKER_HOST", host()))) {
      if (!process.isAlive() || Instant.now().isAfter(deadline)) {
        List<String> log = Files.readAllLines(directory.resolve("log"));
        throw new IOException(
            "none runs, and dockerd does not start (root can): "
                + String.join("\n", log.subList(Math.max(0, log.size() - 5), log.size())));
      }
    }
  }

  private void stop() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!hadBridge) {
      Programs.run(Map.of(), "ip", "link", "delete", "docker0");
    }
    Programs.run(Map.of(), "rm", "-rf", "--one-file-system", directory.toString());
  }
}
