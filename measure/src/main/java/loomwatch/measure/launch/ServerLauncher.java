package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import loomwatch.loadgen.Leash;
import loomwatch.results.Invalid;

/** Starts servers as fresh JVMs that cannot outlive the harness. */
public final class ServerLauncher {
  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  private final Children children;
  private final Duration readyWithin;

  public ServerLauncher(Children children) {
    this(children, READY_WITHIN);
  }

  ServerLauncher(Children children, Duration readyWithin) {
    this.children = children;
    this.readyWithin = readyWithin;
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @param directory for its log, JFR repository and temporary files; created when missing
   * @throws LaunchFailure when it exits or stays silent, with its last log lines
   */
  public Server start(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    Files.createDirectories(directory);
    return await(command(options, directory), options, directory);
  }

  Server await(List<String> command, ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    Instant startedAt = Instant.now();
    long startNanos = System.nanoTime();
    Process process =
        children.watch(
            new ProcessBuilder(Leash.command(command)).redirectErrorStream(true).start());
    CompletableFuture<ReadyLine> ready = new CompletableFuture<>();
    LogTail log =
        LogTail.follow(
            process.getInputStream(),
            directory.resolve("server.log"),
            line -> ReadyLine.parse(line).ifPresent(ready::complete));
    process.onExit().thenRunAsync(() -> exited(log, ready));
    try {
      ReadyLine line = ready.get(readyWithin.toMillis(), TimeUnit.MILLISECONDS);
      Duration timeToReady = Duration.ofNanos(System.nanoTime() - startNanos);
      return new Server(process, log, line, options.mode(), directory, startedAt, timeToReady);
    } catch (ExecutionException exited) {
      throw notReady(options, "exited with " + process.exitValue() + " at start", log);
    } catch (TimeoutException silent) {
      Children.end(process, 0);
      throw notReady(
          options, "was not ready within " + readyWithin.toSeconds() + " s and was killed", log);
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      throw stopped;
    }
  }

  /** What it said before its end counts: it may have been ready and died later. */
  private static void exited(LogTail log, CompletableFuture<ReadyLine> ready) {
    try {
      log.drain();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    ready.completeExceptionally(new IOException("exited"));
  }

  private static LaunchFailure notReady(ServerOptions options, String what, LogTail log) {
    return new LaunchFailure(
        Invalid.Cause.SERVER_NOT_READY,
        "the %s server %s%s".formatted(options.mode().label(), what, Server.tail(log.lastLines())));
  }

  static List<String> command(ServerOptions options, Path directory) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(Pinning.prefix(options.cores()));
    command.add(options.jdk().resolve("bin/java").toString());
    command.addAll(options.jvmFlags());
    command.addAll(JfrSettings.flags(directory));
    // A server that is killed cannot tidy up: what it leaves is the run's own and goes with it.
    command.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
    command.addAll(List.of("-cp", options.classPath(), "loomwatch.server.Main"));
    command.addAll(List.of("--mode", options.mode().label(), "--port", "0"));
    command.addAll(List.of("--max-threads", Integer.toString(options.maxThreads())));
    String connections = Integer.toString(options.maxConnections());
    command.addAll(List.of("--max-connections", connections));
    // All may be opened at once: each SYN dropped from a full queue costs the generator a second.
    command.addAll(List.of("--accept-count", connections));
    String handicap = options.handicap();
    if (handicap != null) {
      command.addAll(List.of("--handicap", handicap));
    }
    return command;
  }
}
