package loomwatch.loadgen.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import loomwatch.loadgen.GeneratorProcess;
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
          "--enable-native-access=ALL-UNNAMED",
          // Its standard output is for answers, where a JVM else warns too.
          "-Xlog:disable",
          "-Xlog:all=warning:stderr");

  private static final Duration REPLY_MARGIN = Duration.ofSeconds(30);

  private final GeneratorProcess generator;

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
    this.generator = new GeneratorProcess(whole, ProcessBuilder.Redirect.INHERIT);
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
    if (plan.think() == null && plan.offered() == 0) {
      return nothingDue(plan);
    }
    Duration patience = plan.duration().plus(LoadRun.drain(plan)).plus(REPLY_MARGIN);
    try {
      return GeneratorProtocol.readRun(
          generator.answer(
              GeneratorProtocol.write(new GeneratorProtocol.Asked(plan, most)), patience));
    } catch (IOException e) {
      generator.close();
      return failed(plan, e.getMessage());
    }
  }

  @Override
  public void hangUp() throws InterruptedException {
    try {
      String unused = generator.answer(GeneratorProtocol.HANG_UP, REPLY_MARGIN);
    } catch (IOException e) {
      // What has ended has no connections.
      generator.close();
    }
  }

  /** The generator's process id, once a run has begun. */
  public long pid() {
    return generator.pid();
  }

  private WatchedRun nothingDue(LoadPlan plan) {
    Invalid reason =
        new Invalid(
            Invalid.Reason.TOO_SHORT,
            String.format(
                Locale.ROOT,
                "no request is due in %d ms at %s requests/s; raise the rate",
                plan.duration().toMillis(),
                plan.requestsPerSecond()));
    return new WatchedRun(NothingMeasured.of(name(), "unknown", plan, reason), List.of());
  }

  private WatchedRun failed(LoadPlan plan, @Nullable String why) {
    Invalid reason =
        new Invalid(Invalid.Reason.GENERATOR_FAILED, "the embedded load generator failed: " + why);
    return new WatchedRun(NothingMeasured.of(name(), "unknown", plan, reason), List.of());
  }

  @Override
  public void close() {
    generator.close();
  }
}
