package loomwatch.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Docker daemon for the tests of this JVM alone; {@code own-daemon} ends it when this JVM does.
 */
final class OwnDaemon {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path directory;
  private final Process process;

  private OwnDaemon(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  /**
   * Starts it and waits until it answers.
   *
   * @throws IOException with the daemon's last words when it does not
   */
  static OwnDaemon start() throws IOException {
    // Under /tmp, as a socket's path must be short.
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "loomwatch-docker");
    Process process =
        new ProcessBuilder("./own-daemon", directory.toString()).redirectErrorStream(true).start();
    OwnDaemon daemon = new OwnDaemon(directory, process);
    // It would end anyway; but then it might still be tidying up when the build has ended.
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
      if (!process.isAlive()) {
        throw new IOException(
            "none runs, and dockerd does not start (root can): "
                + new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      }
      if (Instant.now().isAfter(deadline)) {
        throw new IOException("none runs, and dockerd does not answer within " + PATIENCE);
      }
    }
  }

  private void stop() {
    try {
      process.getOutputStream().close();
      process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new AssertionError("own-daemon was not told to end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
