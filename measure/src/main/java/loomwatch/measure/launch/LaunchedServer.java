package loomwatch.measure.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.host.ProcessTree;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;

/** A running server process. Not thread-safe, but {@link #close} may be called from anywhere. */
public final class LaunchedServer implements Server {
  static final String LOG = "server.log";

  private static final long GRACE_MILLIS = 3_000;

  private final Process process;
  private final LogTail log;
  private final Started started;

  record Started(
      ServerOptions options,
      int port,
      Path directory,
      Instant at,
      Optional<Duration> timeToReady,
      Consumer<String> log) {}

  LaunchedServer(Process process, LogTail log, Started started) {
    this.process = process;
    this.log = log;
    this.started = started;
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public Optional<ProcessTree> tree() {
    return Optional.of(new ProcessTree(pid()));
  }

  @Override
  public Mode mode() {
    return started.options().mode();
  }

  public boolean isJvm() {
    return started.options().service().isJava();
  }

  @Override
  public Path directory() {
    return started.directory();
  }

  @Override
  public Instant startedAt() {
    return started.at();
  }

  @Override
  public Optional<Duration> timeToReady() {
    return started.timeToReady();
  }

  @Override
  public URI url(String pathAndQuery) {
    return url(connectionSpec(), started.port(), pathAndQuery);
  }

  static URI url(ConnectionSpec spec, int port, String pathAndQuery) {
    return URI.create(spec.protocol().scheme() + "://127.0.0.1:" + port + pathAndQuery);
  }

  @Override
  public ConnectionSpec connectionSpec() {
    return started.options().service().connectionSpec();
  }

  /** Returns the exit code once it has ended and its log is written. */
  public OptionalInt exitCode() throws InterruptedException {
    if (process.isAlive()) {
      return OptionalInt.empty();
    }
    log.drain();
    return OptionalInt.of(process.exitValue());
  }

  /** Returns what it has written so far, up to 64 MiB. */
  public List<String> logged() throws IOException {
    return Shell.lines(directory().resolve(LOG));
  }

  private String called() {
    return started.options().called();
  }

  @Override
  public void requireAlive(String during) throws LaunchFailure, InterruptedException {
    if (!process.isAlive()) {
      log.drain();
      throw new LaunchFailure(
          Invalid.Reason.SERVER_DIED,
          "%s exited with %d %s%s"
              .formatted(called(), process.exitValue(), during, tail(log.lastLines())));
    }
  }

  @Override
  public void requireNotEnding(String during) throws LaunchFailure, InterruptedException {
    boolean unused = process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    requireAlive(during);
  }

  @Override
  public LaunchFailure hung(String during, String detail) {
    return new LaunchFailure(
        Invalid.Reason.SERVER_DIED,
        "%s did not answer %s: %s%s".formatted(called(), during, detail, tail(log.lastLines())));
  }

  static String tail(List<String> lines) {
    return lines.isEmpty()
        ? "; it logged nothing"
        : "; its last lines:\n    " + String.join("\n    ", lines);
  }

  @Override
  public void keepOn(List<Integer> cores) throws LaunchFailure, IOException, InterruptedException {
    if (cores.isEmpty()) {
      return;
    }
    ProcessTree tree = new ProcessTree(pid());
    boolean kept = CpuAffinity.move(pid(), cores);
    // A process that an unmoved one starts meanwhile is found by the next {@code pids}.
    Set<Long> moved = new HashSet<>(Set.of(pid()));
    for (List<Long> pids = tree.pids(); kept && !moved.containsAll(pids); pids = tree.pids()) {
      for (long each : pids) {
        kept &= !moved.add(each) || CpuAffinity.move(each, cores) || !ProcessTree.runs(each);
      }
    }
    if (!kept) {
      requireNotEnding("at its start");
      throw new LaunchFailure(
          Invalid.Reason.SERVER_NOT_READY,
          "%s could not be kept on CPUs %s with taskset".formatted(called(), cores));
    }
  }

  @Override
  public void close() {
    try {
      List<String> left = Children.endTree(process, GRACE_MILLIS);
      if (!left.isEmpty()) {
        started
            .log()
            .accept(
                "%s left %s running when it ended: %s; ended too (let it stop what it starts, or begin a script's last command with exec)"
                    .formatted(
                        called(),
                        left.size() == 1 ? "a process" : left.size() + " processes",
                        String.join("; ", left)));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Copies a process's output to a file line by line and keeps the last lines. Thread-safe. */
  static final class LogTail {
    private static final int KEPT = 15;

    private static final long MOST = 64L << 20;

    private final Deque<String> last = new ArrayDeque<>();
    private final Thread reader;

    LogTail(InputStream output, Path file, Consumer<String> onLine) throws IOException {
      PrintWriter copy = new PrintWriter(Files.newBufferedWriter(file));
      reader =
          Thread.ofPlatform()
              .daemon()
              .name("log-" + file.getFileName())
              .start(() -> copy(output, copy, onLine));
    }

    private void copy(InputStream output, PrintWriter copy, Consumer<String> onLine) {
      try (copy;
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
        long written = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (ServiceEnvironment.isReported(line)) {
            continue;
          }
          if (written <= MOST) {
            copy.println(written + line.length() > MOST ? "(what follows was not kept)" : line);
            copy.flush();
            written += line.length() + 1;
          }
          keep(line);
          onLine.accept(line);
        }
      } catch (IOException | UncheckedIOException closed) {
        keep("(the log ends here: " + closed.getMessage() + ")");
      }
    }

    private synchronized void keep(String line) {
      last.addLast(line);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }

    synchronized List<String> lastLines() {
      return List.copyOf(last);
    }

    void drain() throws InterruptedException {
      reader.join(1_000);
    }
  }
}
