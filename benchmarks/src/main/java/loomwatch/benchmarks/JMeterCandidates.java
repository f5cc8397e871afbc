package loomwatch.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.benchmarks.GeneratorBenchmark.Candidate;
import loomwatch.harness.job.GeneratorChoice.JMeterBuild;
import loomwatch.harness.job.Installation;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.jmeter.JMeterGenerator;
import loomwatch.loadgen.jmeter.JMeterGenerator.JMeterHome;

/** JMeter alone, and with two agents on this machine. */
final class JMeterCandidates implements AutoCloseable {
  /** Response time long enough for a resolution of milliseconds. */
  private static final String PATH = "/sleep?ms=20";

  /** 50 connections sustain at most 2,500 requests/s of 20 ms each. */
  private static final int MOST = 2_000;

  private static final String LOOPBACK = "127.0.0.1";

  private final List<Process> agents = new ArrayList<>();
  private final List<JMeterGenerator> generators = new ArrayList<>();

  private JMeterCandidates() {}

  /** Starts the agents; {@code cores} are the CPUs that JMeter is pinned to. */
  public static JMeterCandidates start(List<Integer> cores)
      throws IOException, InterruptedException {
    JMeterHome home = JMeterBuild.of(Installation.ofLauncher());
    Path scratch = Files.createTempDirectory("loomwatch-jmeter");
    JMeterCandidates all = new JMeterCandidates();
    all.generators.add(new JMeterGenerator(home, cores, List.of(), scratch));
    all.generators.add(
        new JMeterGenerator(
            home, cores, List.of(all.agent(home, scratch), all.agent(home, scratch)), scratch));
    return all;
  }

  /** Starts an agent on this process's cores and returns its host:port. */
  private String agent(JMeterHome home, Path scratch) throws IOException {
    int port = freePort();
    Process agent =
        new ProcessBuilder(Leash.command(home.agent(LOOPBACK, port, scratch)))
            .redirectError(scratch.resolve("agent.log").toFile())
            .start();
    agents.add(agent);
    if (agent.inputReader().lines().noneMatch(JMeterHome.READY::equals)) {
      throw new IOException("no agent could be started; see " + scratch.resolve("agent.log"));
    }
    return LOOPBACK + ":" + port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns the candidates; faults freeze the JVM here, or the first agent. */
  public List<Candidate> candidates() {
    JMeterGenerator alone = generators.getFirst();
    return List.of(
        new Candidate(alone, alone::pid, PATH, MOST),
        new Candidate(generators.getLast(), agents.getFirst()::pid, PATH, MOST));
  }

  @Override
  public void close() {
    generators.forEach(JMeterGenerator::close);
    agents.forEach(Process::destroyForcibly);
  }
}
