package loomwatch.loadgen.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.loadgen.GeneratorProcess;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Variables;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;

/** Loomwatch's own generator: a child JVM, started at the first run. */
public final class EmbeddedGenerator implements LoadGenerator {
  /** Fixed heap size: at 20,000 requests/s there are about two collections per second. */
  public static final String HEAP = "192m";

  /**
   * C1 and the serial collector, because C2's threads would use the event loop's core (p99 of 1.4
   * ms instead of 0.4 ms at 2,000 requests/s). Netty's checks of each byte read are disabled,
   * because C1 does not remove them; tests run with them.
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
          // Standard output is reserved for answers, so JVM warnings go to standard error.
          "-Xlog:disable",
          "-Xlog:all=warning:stderr");

  private static final Duration REPLY_MARGIN = Duration.ofSeconds(30);

  private final GeneratorProcess generator;

  /** How the event loop waits for the next due time. */
  public enum Polling {
    /**
     * For a separate core: polls from shortly before, which avoids a wake-up delay of about 50 µs.
     */
    SPIN,
    /** For a core shared with the server, which polling would starve: sleeps until the due time. */
    SLEEP
  }

  /**
   * Creates the generator; its JVM starts at the first run.
   *
   * @param jdk home of its JDK
   * @param cores CPUs it is pinned to; empty for any
   */
  public EmbeddedGenerator(Path jdk, List<Integer> cores, Polling polling) {
    List<String> command = new ArrayList<>(GeneratorProcess.keptOn(cores));
    command.add(jdk.resolve("bin/java").toString());
    command.addAll(JVM_FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(GeneratorMain.class.getName(), polling.name()));
    this.generator = new GeneratorProcess(command, ProcessBuilder.Redirect.INHERIT);
  }

  @Override
  public String name() {
    return LoadRun.GENERATOR;
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
      return nothingMeasured(
          plan,
          Invalid.Reason.TOO_SHORT,
          String.format(
              Locale.ROOT,
              "no request is due in %d ms at %s requests/s; raise the rate",
              plan.duration().toMillis(),
              plan.requestsPerSecond()));
    }
    Duration patience =
        plan.duration().plus(LoadRun.drain(plan)).plus(Login.patience(plan)).plus(REPLY_MARGIN);
    try {
      // The child has the same environment.
      Variables unused = Variables.of(plan.mix());
      String command = GeneratorProtocol.write(new GeneratorProtocol.Command(plan, most));
      return GeneratorProtocol.readRun(generator.answer(command, patience));
    } catch (IllegalArgumentException missing) {
      return nothingMeasured(
          plan, Invalid.Reason.GENERATOR_FAILED, String.valueOf(missing.getMessage()));
    } catch (IOException e) {
      generator.close();
      return nothingMeasured(
          plan,
          Invalid.Reason.GENERATOR_FAILED,
          "the embedded load generator failed: " + e.getMessage());
    }
  }

  private WatchedRun nothingMeasured(LoadPlan plan, Invalid.Reason cause, String detail) {
    return new WatchedRun(
        plan.nothingMeasured(name(), "unknown", new Invalid(cause, detail)), List.of());
  }

  @Override
  public void hangUp() throws InterruptedException {
    try {
      String unused = generator.answer(GeneratorProtocol.HANG_UP, REPLY_MARGIN);
    } catch (IOException e) {
      // A process that has exited has no connections.
      generator.close();
    }
  }

  /** Returns the process id, once a run has begun. */
  public long pid() {
    return generator.pid();
  }

  @Override
  public void close() {
    generator.close();
  }
}
