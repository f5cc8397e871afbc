package loomwatch.measure.launch;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.launch.LaunchedServer.LogTail;
import loomwatch.measure.launch.Server.RemoteServer;
import loomwatch.measure.service.JavaCommand;
import loomwatch.measure.service.Placeholders;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.results.Invalid;

public final class ServerLauncher {
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 12_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

  private final Children children;
  private final Consumer<String> log;
  private final Set<String> already = ConcurrentHashMap.newKeySet();

  /** Creates a launcher that reports once each fault that does not prevent measuring. */
  public ServerLauncher(Children children, Consumer<String> log) {
    this.children = children;
    this.log = log;
  }

  public Server open(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    Optional<URI> url = options.service().start().url();
    if (url.isEmpty()) {
      return start(options, directory);
    }
    Files.createDirectories(directory);
    Instant asked = Instant.now();
    ConnectionSpec spec =
        RemoteServer.connectionSpec(url.get(), options.service().connectionSpec());
    Readiness readiness = new Readiness(url.get(), spec);
    CompletableFuture<Void> never = new CompletableFuture<>();
    if (!readiness.await(options.service().ready(), never, never)) {
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "%s was not ready within %d s: %s"
              .formatted(
                  url.get(), options.service().ready().within().toSeconds(), readiness.last));
    }
    return new RemoteServer(url.get(), spec, options.mode(), directory, asked);
  }

  /** Starts a server in a folder and waits until it is ready; fails with its last log lines. */
  public LaunchedServer start(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    return start(options, directory, freePort());
  }

  LaunchedServer start(ServerOptions options, Path directory, int port)
      throws LaunchFailure, IOException, InterruptedException {
    ServiceSpec service = options.service();
    CompletableFuture<Void> logged = new CompletableFuture<>();
    Launch launch =
        launch(
            options,
            directory,
            port,
            service.ready() instanceof Ready.Logs logs
                ? awaiting(Pattern.compile(logs.line()), logged)
                : line -> {});
    Process process = launch.process();
    LogTail log = launch.log();
    // The log is read to its end first: the service may have been ready and ended later.
    CompletableFuture<Void> exited = process.onExit().thenRunAsync(() -> drain(log));
    Readiness readiness =
        new Readiness(
            LaunchedServer.url(service.connectionSpec(), port, ""), service.connectionSpec());
    try {
      if (!readiness.await(service.ready(), logged, exited)) {
        throw notReady(options, process, exited, log, readiness);
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      throw stopped;
    }
    return launch.server(Optional.of(Duration.ofNanos(System.nanoTime() - launch.nanos())));
  }

  /** Starts a server in a folder without waiting until it is ready. */
  public LaunchedServer begin(ServerOptions options, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    return launch(options, directory, freePort(), line -> {}).server(Optional.empty());
  }

  private record Launch(
      Process process,
      LogTail log,
      long nanos,
      Function<Optional<Duration>, LaunchedServer.Started> started) {
    LaunchedServer server(Optional<Duration> timeToReady) {
      return new LaunchedServer(process, log, started.apply(timeToReady));
    }
  }

  private Launch launch(ServerOptions options, Path directory, int port, Consumer<String> onLine)
      throws LaunchFailure, IOException {
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
    LogTail log =
        new LogTail(process.getInputStream(), directory.resolve(LaunchedServer.LOG), onLine);
    return new Launch(
        process,
        log,
        startNanos,
        timeToReady ->
            new LaunchedServer.Started(
                options, port, directory, startedAt, timeToReady, this::reportOnce));
  }

  private static Consumer<String> awaiting(Pattern wanted, CompletableFuture<Void> logged) {
    return line -> {
      if (wanted.matcher(line).find()) {
        logged.complete(null);
      }
    };
  }

  private void reportOnce(String sentence) {
    // Process ids in a command line differ between launches.
    if (already.add(sentence.replaceAll("\\d+", ""))) {
      log.accept(sentence);
    }
  }

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
              .formatted(options.service().ready().within().toSeconds(), readiness.last);
    }
    Children.endTree(process, 0);
    return new LaunchFailure(
        Invalid.Reason.SERVER_NOT_READY,
        "%s %s%s".formatted(options.called(), what, LaunchedServer.tail(log.lastLines())));
  }

  Shell shell() {
    return new Shell(children);
  }

  /** Returns a free port, none twice, below Linux's ephemeral ports, which begin at 32768. */
  static int freePort() throws IOException {
    for (int tried = 0; tried < PORTS; tried++) {
      int port = FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(port));
        return port;
      } catch (BindException taken) {
      }
    }
    throw new IOException(
        "no port from %d to %d is free".formatted(FIRST_PORT, FIRST_PORT + PORTS - 1));
  }

  /** Waits until a service is ready. Its checks cost the service little. */
  private static final class Readiness {
    private static final Duration BETWEEN = Duration.ofMillis(5);

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final int CONNECT_MILLIS = 1_000;
    private final URI base;
    private final int port;
    private final HttpClient client;

    private String last;

    private Readiness(URI base, ConnectionSpec spec) {
      this.base = base;
      this.client = ProbeClient.of(spec);
      int usual = "https".equals(base.getScheme()) ? 443 : 80;
      this.port = base.getPort() < 0 ? usual : base.getPort();
      this.last = "nothing listens on port " + port;
    }

    private boolean await(
        Ready ready, CompletableFuture<Void> logged, CompletableFuture<Void> exited)
        throws InterruptedException {
      return switch (ready) {
        case Ready.Logs logs -> {
          last = "it has not written a line that matches " + logs.line();
          try {
            CompletableFuture.anyOf(logged, exited)
                .get(logs.within().toMillis(), TimeUnit.MILLISECONDS);
          } catch (ExecutionException | TimeoutException silent) {
          }
          yield logged.isDone();
        }
        case Ready.Shown shown -> await(shown, exited);
      };
    }

    private boolean await(Ready.Shown ready, CompletableFuture<Void> exited)
        throws InterruptedException {
      long deadline = System.nanoTime() + ready.within().toNanos();
      do {
        // It reads this first, as a service may report that it is ready and end.
        boolean over = exited.isDone();
        if (listens() && (!(ready instanceof Ready.Answers answers) || answers(answers))) {
          return true;
        }
        if (over) {
          return false;
        }
        Thread.sleep(BETWEEN);
      } while (System.nanoTime() < deadline);
      return false;
    }

    private boolean listens() {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(base.getHost(), port), CONNECT_MILLIS);
        return true;
      } catch (IOException refused) {
        return false;
      }
    }

    private boolean answers(Ready.Answers wanted) throws InterruptedException {
      try {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + wanted.path())).build();
        int status =
            ProbeClient.answer(
                    client, request, HttpResponse.BodyHandlers.discarding(), ANSWER_WITHIN)
                .statusCode();
        last = wanted.path() + " answers " + status + " instead of " + wanted.status();
        return status == wanted.status();
      } catch (IOException e) {
        last = wanted.path() + " does not answer: " + e.getMessage();
        return false;
      }
    }
  }

  record StartCommand(List<String> words, Map<String, String> environment) {
    /** Tomcat's default, for scenarios that set none. */
    private static final int USUAL_THREADS = 200;

    static StartCommand of(ServerOptions options, int port, Path directory) throws IOException {
      ServiceSpec service = options.service();
      int threads = Objects.requireNonNullElse(options.maxThreads(), USUAL_THREADS);
      Map<String, String> values = new HashMap<>(service.given());
      values.put(Placeholders.PORT, Integer.toString(port));
      values.put(Placeholders.MODE, options.mode().label());
      values.put(Placeholders.THREADS, Integer.toString(threads));
      // A queue may have this length, and a SYN that a full queue drops costs a second.
      values.put(Placeholders.CONNECTIONS, Integer.toString(options.maxConnections()));
      Variant variant = service.modes().getOrDefault(options.mode(), Variant.PLAIN);
      List<String> given = new ArrayList<>(service.start().words());
      given.addAll(variant.args());
      given.replaceAll(word -> Placeholders.fill(service.meant(word), values));
      List<String> words = new ArrayList<>(CpuAffinity.prefix(options.cores()));
      Optional<JavaCommand> java = JavaCommand.of(given);
      words.addAll(java.isPresent() ? onJvm(java.get(), options, directory) : given);
      Map<String, String> environment = new HashMap<>(service.start().environment());
      environment.putAll(variant.environment());
      environment.replaceAll((name, value) -> Placeholders.fill(value, values));
      if (java.isEmpty()) {
        // Scripts find their JVM by these, which otherwise would be those of Loomwatch.
        String others = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        environment.putIfAbsent("JAVA_HOME", options.jdk().toString());
        environment.putIfAbsent("PATH", options.jdk().resolve("bin") + File.pathSeparator + others);
      }
      return new StartCommand(words, environment);
    }

    /** Adds Loomwatch's flags before the service's own, which win: the last value counts. */
    private static List<String> onJvm(JavaCommand given, ServerOptions options, Path directory)
        throws IOException {
      List<String> words = new ArrayList<>();
      words.add(options.jdk().resolve("bin/java").toString());
      // A killed server cannot delete its temporary files, so they go into the run's folder.
      words.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
      words.addAll(JvmFlags.with(options.jvmFlags(), given.flags()));
      words.addAll(options.recording().flags(directory, options.jdk()));
      // Without it, the JVM warns about the agent.
      words.add("-XX:+EnableDynamicAgentLoading");
      words.addAll(given.others());
      words.addAll(given.program());
      return words;
    }
  }
}
