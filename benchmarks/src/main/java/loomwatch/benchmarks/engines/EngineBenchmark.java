package loomwatch.benchmarks.engines;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;

/**
 * Tries every engine against the same server in one run, on one core each, and prints the table: is
 * the rate kept, how low is the engine's own floor, and does a fault ever look like a good result.
 *
 * <pre>
 * ./loomwatch bench-engines [--wrk2 FILE] [--seconds N]
 * </pre>
 */
public final class EngineBenchmark {
  private static final int CONNECTIONS = 50;
  private static final Duration FAULT_RUN = Duration.ofSeconds(6);
  private static final Duration FAULT_AFTER = Duration.ofSeconds(3);
  private static final Duration FREEZE = Duration.ofSeconds(1);
  private static final double FAULT_RATE = 1_000;
  private static final String HELLO = "/hello";

  private final Path jdk;
  private final String serverClassPath;
  private final List<String> serverPrefix;
  private final Duration length;
  private final BenchTable table;

  /**
   * A benchmark.
   *
   * @param jdk home of the server's JDK
   * @param serverClassPath in {@code java -cp} form
   * @param serverPrefix the command that keeps the server on its cores
   * @param length of each rate's run
   * @param table where results go
   */
  private EngineBenchmark(
      Path jdk,
      String serverClassPath,
      List<String> serverPrefix,
      Duration length,
      BenchTable table) {
    this.jdk = jdk;
    this.serverClassPath = serverClassPath;
    this.serverPrefix = serverPrefix;
    this.length = length;
    this.table = table;
  }

  /**
   * Runs it, about two minutes for each engine.
   *
   * @param setUp where things are
   * @param engines to be tried, with how to find the process that makes their load
   */
  public static void run(SetUp setUp, List<Candidate> engines)
      throws IOException, InterruptedException {
    BenchTable table = new BenchTable(System.out);
    EngineBenchmark benchmark =
        new EngineBenchmark(
            setUp.jdk(), setUp.serverClassPath(), setUp.serverPrefix(), setUp.length(), table);
    table.heading();
    benchmark.rates(engines);
    for (Candidate candidate : engines) {
      benchmark.faults(candidate);
    }
  }

  /**
   * Where things are.
   *
   * @param jdk home of the server's JDK
   * @param serverClassPath in {@code java -cp} form
   * @param serverPrefix the command that keeps the server on its cores
   * @param length of each rate's run
   */
  public record SetUp(
      Path jdk, String serverClassPath, List<String> serverPrefix, Duration length) {
    public SetUp {
      serverPrefix = List.copyOf(serverPrefix);
    }
  }

  /**
   * An engine and the process id of its generator while it runs.
   *
   * @param engine to be tried
   * @param pid asked only while a run is under way
   * @param path of requests that it can tell the times of
   * @param most the highest rate it is tried at
   */
  public record Candidate(LoadEngine engine, LongSupplier pid, String path, int most) {
    /** One that can tell any time. */
    public Candidate(LoadEngine engine, LongSupplier pid) {
      this(engine, pid, HELLO, Integer.MAX_VALUE);
    }
  }

  private void rates(List<Candidate> engines) throws IOException, InterruptedException {
    try (BenchServer server = BenchServer.start(jdk, serverClassPath, serverPrefix)) {
      warm(engines.getFirst().engine(), server);
      List<LoadResult> at2000 = new ArrayList<>();
      for (int rate : List.of(500, 2_000, 5_000, 20_000)) {
        for (Candidate candidate : engines) {
          if (rate > candidate.most()) {
            continue;
          }
          LoadEngine engine = candidate.engine();
          LoadResult load =
              engine.run(plan(server.url(candidate.path()), rate, longEnough(engine, length)));
          table.row(load, candidate.path().substring(1) + " at " + rate + "/s");
          if (rate == 2_000 && candidate.path().equals(HELLO)) {
            at2000.add(load);
          }
        }
      }
      compare(at2000);
      tellMemory(engines.getFirst());
    }
  }

  private void warm(LoadEngine engine, BenchServer server) throws InterruptedException {
    for (int rate : List.of(2_000, 5_000, 20_000, 2_000)) {
      LoadResult unused = engine.run(plan(server.url("/hello"), rate, Duration.ofSeconds(4)));
    }
  }

  private void compare(List<LoadResult> at2000) {
    LoadResult ours = at2000.getFirst();
    for (LoadResult theirs : at2000.subList(1, at2000.size())) {
      LatencyHistogram a = ours.latency();
      LatencyHistogram b = theirs.latency();
      if (a != null && b != null && a.count() > 0 && b.count() > 0) {
        table.note(
            "at 2000/s: %s ÷ %s, p50 %.2f, p99 %.2f",
            ours.engine(),
            theirs.engine(),
            (double) a.nanosAt(50) / b.nanosAt(50),
            (double) a.nanosAt(99) / b.nanosAt(99));
      }
    }
  }

  private void tellMemory(Candidate embedded) throws IOException {
    if (embedded.engine() instanceof EmbeddedEngine engine) {
      Path status = Path.of("/proc/" + engine.pid() + "/status");
      try (Stream<String> lines = Files.lines(status)) {
        String resident = lines.filter(line -> line.startsWith("VmRSS")).findFirst().orElse("?");
        table.note("embedded: heap limited to %s, %s after 20000/s", EmbeddedEngine.HEAP, resident);
      }
    }
  }

  private void faults(Candidate candidate) throws IOException, InterruptedException {
    LoadEngine engine = candidate.engine();
    Duration faultRun = longEnough(engine, FAULT_RUN);
    Duration when = faultRun.minus(FAULT_RUN).plus(FAULT_AFTER);
    try (BenchServer server = BenchServer.start(jdk, serverClassPath, serverPrefix)) {
      if (candidate.path().equals(HELLO)) {
        warm(engine, server);
      }
      LoadPlan plan = plan(server.url(candidate.path()), FAULT_RATE, faultRun);
      Faults.after(when, Faults.freeze(server::pid, FREEZE));
      table.row(engine.run(plan), "server frozen 1 s");
      Faults.after(when, Faults.freeze(candidate.pid(), FREEZE));
      table.row(engine.run(plan), "generator frozen 1 s");
      Faults.after(when, server::kill);
      table.row(engine.run(plan), "server killed");
    }
    table.row(engine.run(plan(Faults.refusing(), FAULT_RATE, faultRun)), "port refused");
    HttpServer failing = Faults.answering503Every(100);
    try {
      URI url = URI.create("http://127.0.0.1:" + failing.getAddress().getPort() + "/");
      table.row(engine.run(plan(url, FAULT_RATE / 2, faultRun)), "1 % of 503s");
    } finally {
      failing.stop(0);
    }
  }

  private static Duration longEnough(LoadEngine engine, Duration wanted) {
    return engine.unmeasured(CONNECTIONS).plus(wanted);
  }

  private static LoadPlan plan(URI target, double rate, Duration length) {
    return new LoadPlan(target, rate, CONNECTIONS, length, Overload.FAULT);
  }
}
