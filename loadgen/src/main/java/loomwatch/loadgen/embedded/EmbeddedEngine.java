package loomwatch.loadgen.embedded;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.NothingMeasured;
import loomwatch.loadgen.WatchedRun;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import org.jspecify.annotations.Nullable;

/** Loomwatch's own engine: a child JVM that makes the load, started at the first run. */
public final class EmbeddedEngine implements LoadEngine {
  /** The generator's whole heap, fixed: at 20,000 requests/s it collects about twice a second. */
  public static final String HEAP = "192m";

  /**
   * C1 and the serial collector: C2's threads would otherwise take the core the loop runs on (p99
   * 1.4 ms instead of 0.4 at 2,000 requests/s). C1 removes no check that Netty makes of each byte
   * read from a buffer, so they are left out: tests run with them.
   */
  private static final List<String> JVM_FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xms" + HEAP,
          "-Xmx" + HEAP,
          "-Dio.netty.buffer.checkAccessible=false",
          "-Dio.netty.buffer.checkBounds=false",
          "-Dio.netty.leakDetection.level=disabled",
          "--enable-native-access=ALL-UNNAMED");

  private static final Duration REPLY_MARGIN = Duration.ofSeconds(30);

  private final List<String> command;
  private @Nullable Process process;
  private @Nullable BufferedReader results;

  /**
   * An engine whose JVM is started at the first run.
   *
   * @param jdk home of the JDK it runs on
   * @param cores the CPUs it is kept on; empty for any
   * @param polling how it waits for due times
   */
  public EmbeddedEngine(Path jdk, List<Integer> cores, Polling polling) {
    List<String> whole = new ArrayList<>();
    if (!cores.isEmpty()) {
      String list = cores.stream().map(String::valueOf).collect(Collectors.joining(","));
      whole.addAll(List.of("taskset", "-c", list));
    }
    whole.add(jdk.resolve("bin/java").toString());
    whole.addAll(JVM_FLAGS);
    whole.addAll(List.of("-cp", System.getProperty("java.class.path")));
    whole.addAll(List.of(GeneratorMain.class.getName(), polling.name()));
    this.command = List.copyOf(whole);
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Duration unmeasured(int connections) {
    return Duration.ZERO;
  }

  @Override
  public LoadResult run(LoadPlan plan) throws InterruptedException {
    return watched(plan, 0).result();
  }

  @Override
  public WatchedRun watched(LoadPlan plan, int most) throws InterruptedException {
    Duration patience = plan.duration().plus(LoadRun.drain(plan)).plus(REPLY_MARGIN);
    try {
      Process child = started();
      BufferedWriter plans = child.outputWriter(StandardCharsets.UTF_8);
      plans.write(Wire.write(new Wire.Asked(plan, most)) + "\n");
      plans.flush();
      String line = reply(patience);
      return line == null ? failed(plan, "it exited with " + child.waitFor()) : Wire.readRun(line);
    } catch (IOException | TimeoutException e) {
      close();
      return failed(plan, e instanceof TimeoutException ? "no result in time" : e.getMessage());
    } catch (InterruptedException stopped) {
      close();
      throw stopped;
    }
  }

  /** The generator's process id, once a run has begun. */
  public long pid() {
    if (process == null) {
      throw new IllegalStateException("the generator is started at the first run");
    }
    return process.pid();
  }

  private Process started() throws IOException {
    Process running = process;
    if (running == null || !running.isAlive()) {
      running = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process = running;
      results = running.inputReader(StandardCharsets.UTF_8);
    }
    return running;
  }

  private @Nullable String reply(Duration patience) throws InterruptedException, TimeoutException {
    BufferedReader lines = results;
    if (lines == null) {
      return null;
    }
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("generator-reply")
        .start(() -> {
          try {
            line.complete(lines.readLine());
          } catch (IOException e) {
            line.completeExceptionally(new UncheckedIOException(e));
          }
        });
    try {
      return line.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return null;
    }
  }

  private WatchedRun failed(LoadPlan plan, @Nullable String why) {
    Invalid reason =
        new Invalid(Invalid.Cause.GENERATOR_FAILED, "the embedded load generator failed: " + why);
    return new WatchedRun(NothingMeasured.of(name(), "unknown", plan, reason), List.of());
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
