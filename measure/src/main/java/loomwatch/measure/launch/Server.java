package loomwatch.measure.launch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import loomwatch.results.Invalid;
import loomwatch.results.Mode;

/** A running server process. Not thread-safe, but {@link #close} may be called from anywhere. */
public final class Server implements AutoCloseable {
  /** Long enough to finish what it is doing; a server that needs longer is killed. */
  private static final long GRACE_MILLIS = 3_000;

  private final Process process;
  private final LogTail log;
  private final ReadyLine ready;
  private final Mode mode;
  private final Path directory;
  private final Instant startedAt;
  private final Duration timeToReady;

  Server(
      Process process,
      LogTail log,
      ReadyLine ready,
      Mode mode,
      Path directory,
      Instant startedAt,
      Duration timeToReady) {
    this.process = process;
    this.log = log;
    this.ready = ready;
    this.mode = mode;
    this.directory = directory;
    this.startedAt = startedAt;
    this.timeToReady = timeToReady;
  }

  public long pid() {
    return process.pid();
  }

  public Mode mode() {
    return mode;
  }

  public ReadyLine ready() {
    return ready;
  }

  /** Where its log and its JFR repository are. */
  public Path directory() {
    return directory;
  }

  public Instant startedAt() {
    return startedAt;
  }

  /** From starting the process to reading its ready line. */
  public Duration timeToReady() {
    return timeToReady;
  }

  /** The URL of a path, which begins with a slash, and its query. */
  public URI url(String pathAndQuery) {
    return URI.create("http://127.0.0.1:" + ready.port() + pathAndQuery);
  }

  /**
   * Makes sure it is still there.
   *
   * @throws LaunchFailure with its exit code and last log lines when it is not
   */
  public void requireAlive(String during) throws LaunchFailure, InterruptedException {
    if (!process.isAlive()) {
      log.drain();
      throw new LaunchFailure(
          Invalid.Cause.SERVER_DIED,
          "the %s server exited with %d %s%s"
              .formatted(mode.label(), process.exitValue(), during, tail(log.lastLines())));
    }
  }

  /**
   * Makes sure it is still there although /proc says otherwise: the JVM hears of a child's end a
   * moment later.
   *
   * @throws LaunchFailure with its exit code and last log lines when it is not
   */
  public void requireNotEnding(String during) throws LaunchFailure, InterruptedException {
    boolean unused = process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    requireAlive(during);
  }

  /** The failure of a server that is there and does not answer. */
  public LaunchFailure hung(String during, String detail) {
    return new LaunchFailure(
        Invalid.Cause.SERVER_DIED,
        "the %s server did not answer %s: %s%s"
            .formatted(mode.label(), during, detail, tail(log.lastLines())));
  }

  static String tail(List<String> lines) {
    return lines.isEmpty()
        ? "; it logged nothing"
        : "; its last lines:\n    " + String.join("\n    ", lines);
  }

  /**
   * Moves all its threads to those CPUs, which its coming ones inherit.
   *
   * @param cores to use from now on; empty for any
   * @throws LaunchFailure when one stays elsewhere, or the server is gone
   */
  public void keepOn(List<Integer> cores) throws LaunchFailure, IOException, InterruptedException {
    if (!cores.isEmpty() && !Pinning.move(pid(), cores)) {
      requireNotEnding("at its start");
      throw new LaunchFailure(
          Invalid.Cause.SERVER_NOT_READY,
          "the %s server could not be kept on CPUs %s with taskset".formatted(mode.label(), cores));
    }
  }

  /** Ends it: SIGTERM, then SIGKILL when it takes too long. */
  @Override
  public void close() {
    try {
      Children.end(process, GRACE_MILLIS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
