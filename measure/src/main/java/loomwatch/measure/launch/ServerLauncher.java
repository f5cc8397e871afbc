package loomwatch.measure.launch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.subject.Ready;
import loomwatch.results.Invalid;

/** Starts servers as fresh processes that cannot outlive the harness. */
public final class ServerLauncher {
  private final Children children;
  private final Consumer<String> told;
  private final Set<String> already = ConcurrentHashMap.newKeySet();

  /**
   * A launcher.
   *
   * @param told once of each thing that a service does and should not, though it can be measured; a
   *     sentence
   */
  public ServerLauncher(Children children, Consumer<String> told) {
    this.children = children;
    this.told = told;
  }

  /**
   * A server that is ready: started, or found at its service's URL.
   *
   * @param directory for what is kept of it; created when missing
   * @throws LaunchFailure when it does not get ready
   */
  public Server open(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    Optional<URI> url = options.service().url();
    if (url.isEmpty()) {
      return start(options, directory);
    }
    Files.createDirectories(directory);
    Instant asked = Instant.now();
    ConnectionSpec spoken = RemoteServer.spoken(url.get(), options.service().spoken());
    Readiness readiness = new Readiness(url.get(), spoken);
    CompletableFuture<Void> never = new CompletableFuture<>();
    if (!readiness.await(options.service().ready(), never, never)) {
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "%s was not ready within %d s: %s"
              .formatted(
                  url.get(), options.service().ready().within().toSeconds(), readiness.last()));
    }
    return new RemoteServer(url.get(), spoken, options.mode(), directory, asked);
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @param directory for its log, JFR repository and temporary files; created when missing
   * @throws LaunchFailure when its directory is missing, or it exits or does not get ready, with
   *     its last log lines
   */
  public LaunchedServer start(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    return start(options, directory, Ports.free());
  }

  /** The same on a port that was chosen before. */
  LaunchedServer start(ServerOptions options, Path directory, int port)
      throws LaunchFailure, IOException, InterruptedException {
    Files.createDirectories(directory);
    Path runsIn = options.service().directory();
    if (!Files.isDirectory(runsIn)) {
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "directory %s must be there after the build, was not".formatted(runsIn));
    }
    StartCommand command = StartCommand.of(options, port, directory);
    ProcessBuilder builder =
        new ProcessBuilder(Leash.command(command.words()))
            .directory(runsIn.toFile())
            .redirectErrorStream(true);
    ServiceEnvironment.handOn(builder.environment());
    builder.environment().putAll(command.environment());
    Instant startedAt = Instant.now();
    long startNanos = System.nanoTime();
    Process process = children.watch(builder.start());
    CompletableFuture<Void> logged = new CompletableFuture<>();
    LogTail log =
        LogTail.follow(
            process.getInputStream(),
            directory.resolve("server.log"),
            line -> tellReady(options.service().ready(), line, logged));
    CompletableFuture<Void> exited = process.onExit().thenRunAsync(() -> drain(log));
    ConnectionSpec spoken = options.service().spoken();
    Readiness readiness = new Readiness(LaunchedServer.url(spoken, port, ""), spoken);
    try {
      if (!readiness.await(options.service().ready(), logged, exited)) {
        throw notReady(options, process, exited, log, readiness);
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      throw stopped;
    }
    Duration timeToReady = Duration.ofNanos(System.nanoTime() - startNanos);
    return new LaunchedServer(
        process,
        log,
        new LaunchedServer.Started(
            port,
            options.mode(),
            options.service().isJava(),
            options.service().spoken(),
            directory,
            startedAt,
            timeToReady,
            options.called(),
            this::tellOnce));
  }

  /** For commands beside a server. */
  Shell shell() {
    return new Shell(children);
  }

  private void tellOnce(String sentence) {
    // Process ids in a command line differ from launch to launch.
    if (already.add(sentence.replaceAll("\\d+", ""))) {
      told.accept(sentence);
    }
  }

  private static void tellReady(Ready ready, String line, CompletableFuture<Void> logged) {
    if (ready instanceof Ready.Logs logs && logs.line().matcher(line).find()) {
      logged.complete(null);
    }
  }

  /** What it said before its end counts: it may have been ready and died later. */
  private static void drain(LogTail log) {
    try {
      log.drain();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static LaunchFailure notReady(
      ServerOptions options,
      Process process,
      CompletableFuture<Void> exited,
      LogTail log,
      Readiness readiness)
      throws InterruptedException {
    String what;
    if (exited.isDone()) {
      what = "exited with " + process.exitValue() + " at start";
      if (process.exitValue() == 0) {
        what += " (it must stay in the foreground)";
      }
    } else {
      what =
          "was not ready within %d s and was killed: %s"
              .formatted(options.service().ready().within().toSeconds(), readiness.last());
    }
    Ending.of(process, 0);
    return new LaunchFailure(
        Invalid.Reason.SERVER_NOT_READY,
        "%s %s%s".formatted(options.called(), what, LaunchedServer.tail(log.lastLines())));
  }
}
