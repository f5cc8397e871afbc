package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/**
 * Drives wrk2. Limitations that no rule can correct:
 *
 * <ul>
 *   <li>A plan's duration is that of the whole run; latencies exclude the calibration of at least
 *       ten seconds ({@link Wrk2Plan}), counts and errors do not.
 *   <li>Connections open 5 ms apart, so it offers less than rate × duration; {@link
 *       LoadResult#offered()} is what it offers, and {@link LoadResult#connections()} what it was
 *       given.
 *   <li>Its timers round up to a millisecond: the median from the intended start is about one
 *       millisecond at best.
 *   <li>It does not wait for answers after the end: a backlog is missing from its percentiles.
 *   <li>It counts a redirect as a success.
 *   <li>It measures with the wall clock: a clock set forward looks like latency. A clock set back
 *       makes the run invalid.
 * </ul>
 */
public final class Wrk2Generator implements LoadGenerator {
  /** Time for the report script, which takes seconds for very many distinct latencies. */
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(15);

  private static final String CANNOT_CONNECT = "unable to connect";
  private static final int OUTPUT_SHOWN = 300;

  private final Wrk2Binary binary;
  private final List<Integer> cores;
  private final Duration replyMargin;
  private final Path scratch;
  private volatile @Nullable Process running;

  /** Creates a generator with temporary files in the system's directory. */
  public Wrk2Generator(Wrk2Binary binary, List<Integer> cores) {
    this(binary, cores, REPLY_MARGIN, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * Creates a generator pinned to the given CPUs, if any. Temporary files remain in {@code scratch}
   * if the process is killed.
   */
  public Wrk2Generator(Wrk2Binary binary, List<Integer> cores, Path scratch) {
    this(binary, cores, REPLY_MARGIN, scratch);
  }

  Wrk2Generator(Wrk2Binary binary, List<Integer> cores, Duration replyMargin, Path scratch) {
    this.binary = binary;
    this.cores = List.copyOf(cores);
    this.replyMargin = replyMargin;
    this.scratch = scratch;
  }

  @Override
  public String name() {
    return "wrk2";
  }

  @Override
  public Duration unmeasured(int connections) {
    return calibration(connections);
  }

  /** Returns the time from the start of a run until wrk2 begins to measure. */
  public static Duration calibration(int connections) {
    return Wrk2Plan.calibration(connections);
  }

  /**
   * Returns the process id.
   *
   * @throws IllegalStateException if there is no run
   */
  public long pid() {
    Process process = running;
    if (process == null) {
      throw new IllegalStateException("wrk2 runs only during a run");
    }
    return process.pid();
  }

  /** Runs the nearest plan that wrk2 supports: whole seconds, rounded up, and a whole rate. */
  @Override
  public LoadResult run(LoadPlan asked) throws InterruptedException {
    LoadPlan plan = Wrk2Plan.feasible(asked);
    try {
      Path directory = Files.createTempDirectory(scratch, "loomwatch-wrk2");
      Path script = directory.resolve("report.lua");
      Path output = directory.resolve("output");
      try {
        write(script);
        return run(plan, Wrk2Plan.command(binary.file(), cores, plan, script), output);
      } finally {
        Files.deleteIfExists(script);
        Files.deleteIfExists(output);
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      return failed(plan, "it could not be run: " + e.getMessage());
    }
  }

  private static void write(Path script) throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(Wrk2Generator.class.getResourceAsStream("report.lua"))) {
      Files.copy(resource, script);
    }
  }

  private LoadResult run(LoadPlan plan, List<String> command, Path output)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Leash.command(command))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    running = process;
    StallWatch watch = StallWatch.of(process);
    try {
      Duration patience = plan.duration().plus(replyMargin);
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return failed(plan, "it hung and was killed");
      }
      String text = Files.readString(output, StandardCharsets.ISO_8859_1);
      return ended(plan, process.exitValue(), text, watch.stalledNanos());
    } finally {
      running = null;
      process.destroyForcibly().waitFor();
      process.getOutputStream().close();
    }
  }

  private LoadResult ended(LoadPlan plan, int exit, String text, long stalledNanos) {
    if (exit != 0) {
      return text.contains(CANNOT_CONNECT)
          ? nothing(plan, new Invalid(Invalid.Reason.CONNECT_FAILED, end(text)))
          : failed(plan, "it exited with " + exit + ": " + end(text));
    }
    return Wrk2Output.in(text)
        .map(output -> result(plan, output, stalledNanos))
        .orElseGet(() -> failed(plan, "it exited with 0 and no readable report: " + end(text)));
  }

  private LoadResult result(LoadPlan plan, Wrk2Output output, long stalledNanos) {
    Wrk2Output.LuaReport report = output.report();
    LoadErrors errors = report.errors();
    long failed = errors.total() - errors.status();
    long offered = Wrk2Plan.offered(plan);
    return new LoadResult(
        name(),
        binary.version(),
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toNanos() / 1e9,
        offered,
        report.completed(),
        errors,
        Math.max(0, offered - report.requests() - failed),
        report.completed() / (report.durationMicros() / 1e6),
        output.latency().orElse(null),
        output.serviceTime().orElse(null),
        List.of(),
        stalledNanos,
        Wrk2Rules.judge(plan, output, stalledNanos),
        null,
        null,
        null,
        null);
  }

  private LoadResult failed(LoadPlan plan, String why) {
    return nothing(plan, new Invalid(Invalid.Reason.GENERATOR_FAILED, "wrk2 failed: " + why));
  }

  private LoadResult nothing(LoadPlan plan, Invalid reason) {
    return plan.nothingMeasured(name(), binary.version(), reason);
  }

  private static String end(String text) {
    String stripped = text.strip();
    return stripped.isEmpty()
        ? "it printed nothing"
        : stripped.substring(Math.max(0, stripped.length() - OUTPUT_SHOWN));
  }

  @Override
  public void close() {
    Process process = running;
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
