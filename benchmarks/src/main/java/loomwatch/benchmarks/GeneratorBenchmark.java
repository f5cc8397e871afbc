package loomwatch.benchmarks;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.UsageException;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import loomwatch.loadgen.embedded.EmbeddedGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.loadgen.wrk2.Wrk2Generator;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares all generators on the same server in one run, on one core each, and prints a table:
 * whether the rate is reached, the generator's own latency, and whether a fault ever appears as a
 * good result.
 *
 * <pre>
 * ./loomwatch bench-generators [--wrk2 FILE] [--seconds N]
 * </pre>
 */
final class GeneratorBenchmark {
  private static final int CONNECTIONS = 50;
  private static final Duration FAULT_RUN = Duration.ofSeconds(6);
  private static final Duration FAULT_AFTER = Duration.ofSeconds(3);
  private static final Duration FREEZE = Duration.ofSeconds(1);
  private static final double FAULT_RATE = 1_000;
  private static final String HELLO = "/hello";

  private final SetUp setUp;
  private final BenchTable table = new BenchTable(System.out);

  private GeneratorBenchmark(SetUp setUp) {
    this.setUp = setUp;
  }

  /**
   * The configuration.
   *
   * @param jdk home of the server's JDK
   * @param serverPrefix command that pins the server to its cores
   * @param length duration at each rate
   */
  record SetUp(Path jdk, String serverClassPath, List<String> serverPrefix, Duration length) {
    SetUp {
      serverPrefix = List.copyOf(serverPrefix);
    }

    private BenchServer server() throws IOException {
      return BenchServer.start(jdk, serverClassPath, serverPrefix);
    }
  }

  /** Runs the benchmark, which takes about two minutes for each generator. */
  private void run(List<Candidate> generators) throws IOException, InterruptedException {
    table.heading();
    rates(generators);
    for (Candidate candidate : generators) {
      faults(candidate);
    }
  }

  /** A generator with its process id, a path of slow enough responses, and the maximum rate. */
  record Candidate(LoadGenerator generator, LongSupplier pid, String path, int most) {
    Candidate(LoadGenerator generator, LongSupplier pid) {
      this(generator, pid, HELLO, Integer.MAX_VALUE);
    }
  }

  private void rates(List<Candidate> generators) throws IOException, InterruptedException {
    try (BenchServer server = setUp.server()) {
      warm(generators.getFirst().generator(), server);
      List<LoadResult> at2000 = new ArrayList<>();
      for (int rate : List.of(500, 2_000, 5_000, 20_000)) {
        for (Candidate candidate : generators) {
          if (rate > candidate.most()) {
            continue;
          }
          LoadGenerator generator = candidate.generator();
          LoadResult load =
              generator.run(
                  plan(server.url(candidate.path()), rate, longEnough(generator, setUp.length())));
          table.row(load, candidate.path().substring(1) + " at " + rate + "/s");
          if (rate == 2_000 && candidate.path().equals(HELLO)) {
            at2000.add(load);
          }
        }
      }
      compare(at2000);
      reportMemory(generators.getFirst());
    }
  }

  private void warm(LoadGenerator generator, BenchServer server) throws InterruptedException {
    for (int rate : List.of(2_000, 5_000, 20_000, 2_000)) {
      LoadResult unused = generator.run(plan(server.url("/hello"), rate, Duration.ofSeconds(4)));
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
            ours.generator(),
            theirs.generator(),
            (double) a.nanosAt(50) / b.nanosAt(50),
            (double) a.nanosAt(99) / b.nanosAt(99));
      }
    }
  }

  private void reportMemory(Candidate embedded) throws IOException {
    if (embedded.generator() instanceof EmbeddedGenerator generator) {
      Path status = Path.of("/proc/" + generator.pid() + "/status");
      try (Stream<String> lines = Files.lines(status)) {
        String resident = lines.filter(line -> line.startsWith("VmRSS")).findFirst().orElse("?");
        table.note(
            "embedded: heap limited to %s, %s after 20000/s", EmbeddedGenerator.HEAP, resident);
      }
    }
  }

  private void faults(Candidate candidate) throws IOException, InterruptedException {
    LoadGenerator generator = candidate.generator();
    Duration faultRun = longEnough(generator, FAULT_RUN);
    Duration when = faultRun.minus(FAULT_RUN).plus(FAULT_AFTER);
    try (BenchServer server = setUp.server()) {
      if (candidate.path().equals(HELLO)) {
        warm(generator, server);
      }
      LoadPlan plan = plan(server.url(candidate.path()), FAULT_RATE, faultRun);
      Faults.after(when, Faults.freeze(server::pid, FREEZE));
      table.row(generator.run(plan), "server frozen 1 s");
      Faults.after(when, Faults.freeze(candidate.pid(), FREEZE));
      table.row(generator.run(plan), "generator frozen 1 s");
      Faults.after(when, server::kill);
      table.row(generator.run(plan), "server killed");
    }
    table.row(generator.run(plan(Faults.refusing(), FAULT_RATE, faultRun)), "port refused");
    HttpServer failing = Faults.answering503Every(100);
    try {
      URI url = URI.create("http://127.0.0.1:" + failing.getAddress().getPort() + "/");
      table.row(generator.run(plan(url, FAULT_RATE / 2, faultRun)), "1 % of 503s");
    } finally {
      failing.stop(0);
    }
  }

  private static Duration longEnough(LoadGenerator generator, Duration wanted) {
    return generator.unmeasured(CONNECTIONS).plus(wanted);
  }

  private static LoadPlan plan(URI target, double rate, Duration length) {
    return new LoadPlan(target, rate, CONNECTIONS, length, Overload.FAULT);
  }

  /** Prints results in columns, one per line. */
  record BenchTable(PrintStream out) {
    private static final String COLUMNS = "%-9s %-24s %8s %9s %10s  %-21s %-21s %s%n";

    void heading() {
      out.printf(
          COLUMNS,
          "generator",
          "run",
          "offered",
          "completed",
          "achieved/s",
          "p50 / p99 / max, ms",
          "service time",
          "finding");
    }

    void row(LoadResult load, String run) {
      out.printf(
          Locale.ROOT,
          COLUMNS,
          load.generator(),
          run,
          load.offered(),
          load.completed(),
          String.format(Locale.ROOT, "%.1f", load.achievedPerSecond()),
          percentiles(load.latency()),
          percentiles(load.serviceTime()),
          load.invalid().isEmpty()
              ? "valid"
              : String.join(
                  ", ",
                  load.invalid().stream().map(Invalid::cause).map(Invalid.Reason::label).toList()));
    }

    void note(String format, Object... arguments) {
      out.printf(Locale.ROOT, format + "%n", arguments);
    }

    private static String percentiles(@Nullable LatencyHistogram latency) {
      if (latency == null || latency.count() == 0) {
        return "–";
      }
      return String.format(
          Locale.ROOT,
          "%.2f / %.2f / %.0f",
          latency.nanosAt(50) / 1e6,
          latency.nanosAt(99) / 1e6,
          latency.maxNanos() / 1e6);
    }
  }

  /** Faults injected into a run. */
  static final class Faults {
    private Faults() {}

    /** Runs an action after a delay, on a separate thread. */
    static void after(Duration delay, Action action) {
      Thread.ofPlatform()
          .daemon()
          .name("fault")
          .start(() -> {
            try {
              Thread.sleep(delay);
              action.run();
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException("the fault could not be injected", e);
            }
          });
    }

    interface Action {
      void run() throws IOException, InterruptedException;
    }

    /** Stops a process for a while, like a debugger or an overcommitted hypervisor. */
    static Action freeze(LongSupplier pid, Duration length) {
      return () -> {
        signal("STOP", pid.getAsLong());
        try {
          boolean unused = new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
          signal("CONT", pid.getAsLong());
        }
      };
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
      int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
      if (exit != 0) {
        throw new IOException("kill -" + name + " " + pid + " exited with " + exit);
      }
    }

    /** Starts a server that answers every n-th request with 503. */
    static HttpServer answering503Every(int n) throws IOException {
      AtomicLong requests = new AtomicLong();
      byte[] body = {'o', 'k'};
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            int status = requests.incrementAndGet() % n == 0 ? 503 : 200;
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      return server;
    }

    /** Returns an address that refuses connections: a port just released. */
    static URI refusing() throws IOException {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/hello");
      }
    }
  }

  @Command(
      name = "bench-generators",
      mixinStandardHelpOptions = true,
      description = {
        "Proves the load generators against the same server, in one table.",
        "",
        "Is the rate kept, how low is the generator's own floor, and does a frozen server, a frozen"
            + " generator, a killed server, a refused port or 1 %% of errors ever look like a good"
            + " result.",
        ""
      })
  static final class BenchGeneratorsCommand implements Callable<Integer> {
    @Option(
        names = "--seconds",
        paramLabel = "N",
        defaultValue = "10",
        description = "How long each rate is held; default 10.")
    private int seconds = 10;

    @Option(
        names = "--wrk2",
        paramLabel = "FILE",
        description = "The wrk2 binary; default: the one on the PATH, if any.")
    private @Nullable Path wrk2;

    @Option(names = "--jmeter", description = "JMeter too: by itself, and with two agents here.")
    private boolean jmeter;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (seconds < 1 || seconds > 600) {
        throw new UsageException("--seconds must be from 1 to 600, was " + seconds);
      }
      Path jdk = Path.of(System.getProperty("java.home"));
      try (MeasuringLock lock = MeasuringLock.ofMachine()) {
        CoreLayout layout = HostProbe.ofThisMachine().layout();
        CpuAffinity.moveHarnessTo(layout.generator());
        Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
        List<Candidate> generators = new ArrayList<>();
        try (EmbeddedGenerator embedded = new EmbeddedGenerator(jdk, layout.generator(), polling)) {
          generators.add(new Candidate(embedded, embedded::pid));
          wrk2Generator(layout)
              .ifPresent(generator -> generators.add(new Candidate(generator, generator::pid)));
          GeneratorBenchmark benchmark =
              new GeneratorBenchmark(
                  new SetUp(
                      jdk,
                      Installation.ofLauncher().serverClassPath(),
                      CpuAffinity.prefix(layout.server()),
                      Duration.ofSeconds(seconds)));
          if (jmeter) {
            try (JMeterCandidates both = JMeterCandidates.start(layout.generator())) {
              generators.addAll(both.candidates());
              benchmark.run(generators);
            }
          } else {
            benchmark.run(generators);
          }
        }
      }
      return ExitCode.PASS;
    }

    private Optional<Wrk2Generator> wrk2Generator(CoreLayout layout) {
      try {
        Optional<Wrk2Binary> binary =
            wrk2 == null ? Wrk2Binary.onPath() : Optional.of(Wrk2Binary.at(wrk2));
        return binary.map(found -> new Wrk2Generator(found, layout.generator()));
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
    }
  }
}
