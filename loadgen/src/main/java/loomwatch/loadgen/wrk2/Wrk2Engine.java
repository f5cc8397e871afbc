package loomwatch.loadgen.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.NothingMeasured;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import org.jspecify.annotations.Nullable;

/**
 * Drives wrk2. Its latencies cover what follows its calibration of about ten seconds; its counts
 * cover all of the run. Its timers round to a millisecond, so its median from the intended start is
 * about one millisecond at best. It does not wait for answers after the end, so a backlog is
 * missing from its percentiles.
 */
public final class Wrk2Engine implements LoadEngine {
  private static final Duration SHORTEST = Wrk2Rules.CALIBRATION.plusSeconds(2);
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(15);
  private static final String CANNOT_CONNECT = "unable to connect";
  private static final int OUTPUT_SHOWN = 300;

  private final Wrk2Binary binary;
  private final List<Integer> cores;
  private volatile @Nullable Process running;

  /**
   * An engine on that binary.
   *
   * @param cores the CPUs it is kept on; empty for any
   */
  public Wrk2Engine(Wrk2Binary binary, List<Integer> cores) {
    this.binary = binary;
    this.cores = List.copyOf(cores);
  }

  @Override
  public String name() {
    return "wrk2";
  }

  @Override
  public Duration shortestRun() {
    return SHORTEST;
  }

  /** The generator's process id while a run is under way. */
  public long pid() {
    return Objects.requireNonNull(running, "wrk2 runs only during a run").pid();
  }

  /** wrk2 knows whole seconds only: a plan is rounded up to them, and so is what it offers. */
  @Override
  public LoadResult run(LoadPlan asked) throws InterruptedException {
    Duration whole = Duration.ofSeconds(asked.duration().plusNanos(999_999_999).toSeconds());
    LoadPlan plan =
        new LoadPlan(
            asked.target(),
            asked.requestsPerSecond(),
            asked.connections(),
            whole,
            asked.saturation());
    try {
      Path directory = Files.createTempDirectory("loomwatch-wrk2");
      try {
        return run(plan, script(directory), directory.resolve("output"));
      } finally {
        Files.deleteIfExists(directory.resolve("report.lua"));
        Files.deleteIfExists(directory.resolve("output"));
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      return failed(plan, "it could not be started: " + e.getMessage());
    }
  }

  private LoadResult run(LoadPlan plan, Path script, Path output)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Leash.command(command(plan, script)))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    running = process;
    ProgressWatch watch = ProgressWatch.of(process);
    try {
      Duration patience = plan.duration().plus(REPLY_MARGIN);
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return failed(plan, "it hung and was killed");
      }
      String text = Files.readString(output, StandardCharsets.ISO_8859_1);
      Optional<LuaReport> report = LuaReport.in(text);
      if (process.exitValue() == 0 && report.isPresent()) {
        return result(plan, report.get(), text, watch.stalledSeconds());
      }
      return text.contains(CANNOT_CONNECT)
          ? nothing(plan, new Invalid(Invalid.Cause.CONNECT_FAILED, end(text)))
          : failed(plan, "it exited with " + process.exitValue() + ": " + end(text));
    } finally {
      process.destroyForcibly().waitFor();
      process.getOutputStream().close();
    }
  }

  private LoadResult result(LoadPlan plan, LuaReport report, String text, double stalledSeconds) {
    long completed = report.requests() - report.status();
    boolean measured = !report.latency().isEmpty();
    return new LoadResult(
        name(),
        binary.version(),
        plan.requestsPerSecond(),
        connections(plan),
        plan.duration().toNanos() / 1e9,
        plan.offered(),
        completed,
        report.errors(),
        Math.max(0, plan.offered() - report.requests()),
        completed / (report.durationMicros() / 1e6),
        measured ? report.histogram() : null,
        Spectrum.uncorrected(text).orElse(null),
        List.of(),
        Math.round(stalledSeconds * 1e9),
        Wrk2Rules.judge(plan, report, stalledSeconds));
  }

  private LoadResult failed(LoadPlan plan, String why) {
    return nothing(plan, new Invalid(Invalid.Cause.GENERATOR_FAILED, "wrk2 failed: " + why));
  }

  private LoadResult nothing(LoadPlan plan, Invalid reason) {
    return NothingMeasured.of(name(), binary.version(), plan, reason);
  }

  private List<String> command(LoadPlan plan, Path script) {
    List<String> command = new ArrayList<>();
    if (!cores.isEmpty()) {
      String list = cores.stream().map(String::valueOf).collect(Collectors.joining(","));
      command.addAll(List.of("taskset", "-c", list));
    }
    command.addAll(
        List.of(
            binary.file().toString(),
            // One thread: it has one core, and connections per thread are rounded down.
            "-t1",
            "-c" + connections(plan),
            "-d" + plan.duration().toSeconds() + "s",
            "-R" + Math.round(plan.requestsPerSecond()),
            "-U",
            "-s",
            script.toString(),
            plan.target().toString()));
    return command;
  }

  /** wrk2 counts a connection without a request for a second as timed out: each must have one. */
  private static int connections(LoadPlan plan) {
    return Math.clamp((long) plan.requestsPerSecond(), 1, plan.connections());
  }

  private static Path script(Path directory) throws IOException {
    Path script = directory.resolve("report.lua");
    try (InputStream resource =
        Objects.requireNonNull(Wrk2Engine.class.getResourceAsStream("report.lua"))) {
      Files.copy(resource, script, StandardCopyOption.REPLACE_EXISTING);
    }
    return script;
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
