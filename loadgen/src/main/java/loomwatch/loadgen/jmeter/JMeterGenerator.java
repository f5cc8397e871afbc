package loomwatch.loadgen.jmeter;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.GeneratorProcess;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.jmeter.JMeterSamples.JMeterSample;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/**
 * Drives JMeter, to generate more load than one generator can, from several machines. It reports
 * whole milliseconds only, so it suits requests that take tens of them.
 */
public final class JMeterGenerator implements LoadGenerator {
  /** Initial part of a run in which JMeter starts threads and connections and compiles code. */
  public static final Duration LEFT_OUT = Duration.ofSeconds(2);

  /** Time after the end in which late requests are still sent. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /** Time for JMeter to start, to reach its timeouts, and to transfer samples. */
  private static final Duration MARGIN = Duration.ofSeconds(60);

  private static final String LOOPBACK = "127.0.0.1";
  private static final String RAN = "ran\t";
  private static final String NAME = "JMeter ";

  /** Separator between the version and the number of agents. */
  private static final String AND = ", ";

  private final List<String> agents;
  private final Path scratch;
  private final GeneratorProcess generator;
  private String version = "unknown";

  /**
   * The location of JMeter.
   *
   * @param target build directory with its jars
   * @param jdk home of the JDK it runs on
   */
  public record JMeterHome(Path target, Path jdk) {
    /** Line that an agent prints when it accepts load. */
    public static final String READY = "ready";

    private static final String GENERATOR = "loomwatch.jmeter.Generator";
    private static final String AGENT = "loomwatch.jmeter.Agent";

    /** Returns the command of an agent, bound to a local address, with its registry at the port. */
    public List<String> agent(String address, int port, Path scratch) {
      List<String> command = new ArrayList<>(java(address, scratch));
      command.addAll(List.of(AGENT, Integer.toString(port)));
      return command;
    }

    /** Returns the command of the controlling JVM. Without agents, it generates the load itself. */
    List<String> generator(String address, List<String> agents, Path scratch) {
      List<String> command = new ArrayList<>(java(address, scratch));
      command.add(GENERATOR);
      command.addAll(agents);
      return command;
    }

    /** Binds JMeter to that address only, and keeps its preferences in the scratch directory. */
    private List<String> java(String address, Path scratch) {
      return List.of(
          jdk.resolve("bin/java").toString(),
          "-Xmx1g",
          "-Djava.awt.headless=true",
          "-Djava.rmi.server.hostname=" + address,
          "-Djava.util.prefs.userRoot=" + scratch,
          "-Djava.io.tmpdir=" + scratch,
          "-cp",
          target.resolve("jmeter.jar") + ":" + target.resolve("lib") + "/*");
    }
  }

  /**
   * Creates the generator; its JVM starts at the first run.
   *
   * @param cores CPUs that the local JVM is pinned to; empty for any
   * @param agents remote agents, each as host:port; if empty, load is generated here
   */
  public JMeterGenerator(JMeterHome home, List<Integer> cores, List<String> agents, Path scratch) {
    this.agents = List.copyOf(agents);
    this.scratch = scratch;
    List<String> command = new ArrayList<>(GeneratorProcess.keptOn(cores));
    command.addAll(home.generator(addressTowards(agents), agents, scratch));
    this.generator =
        new GeneratorProcess(
            command, ProcessBuilder.Redirect.appendTo(scratch.resolve("jmeter.log").toFile()));
  }

  /** Returns the local address by which agents are reached. */
  private static String addressTowards(List<String> agents) {
    if (agents.isEmpty()) {
      return LOOPBACK;
    }
    String first = agents.getFirst();
    int colon = first.lastIndexOf(':');
    try (DatagramSocket socket = new DatagramSocket()) {
      // This sends nothing; the kernel only selects a route.
      socket.connect(
          new InetSocketAddress(
              first.substring(0, colon), Integer.parseInt(first.substring(colon + 1))));
      return socket.getLocalAddress().getHostAddress();
    } catch (SocketException e) {
      return LOOPBACK;
    }
  }

  @Override
  public String name() {
    return "jmeter";
  }

  @Override
  public Duration unmeasured(int connections) {
    return LEFT_OUT;
  }

  public long pid() {
    return generator.pid();
  }

  @Override
  public LoadResult run(LoadPlan plan) throws InterruptedException {
    Path samples = scratch.resolve("jmeter-samples");
    try {
      Share share = Share.of(plan, Math.max(1, agents.size()));
      String answer =
          generator.answer(share.line(samples), plan.duration().plus(DRAIN).plus(MARGIN));
      if (!answer.startsWith(RAN)) {
        return failed(plan, answer);
      }
      version = NAME + answer.substring(RAN.length()) + byAgents(agents.size());
      return share.result(version, JMeterSample.read(samples));
    } catch (IOException e) {
      return failed(plan, e.getMessage());
    } finally {
      delete(samples);
    }
  }

  private static String byAgents(int agents) {
    return agents == 0 ? "" : AND + "%d agent%s".formatted(agents, agents == 1 ? "" : "s");
  }

  /** Returns whether a result's version shows that agents generated the load. */
  public static boolean isByAgents(String version) {
    return version.startsWith(NAME) && version.contains(AND);
  }

  private static void delete(Path samples) {
    try {
      Files.deleteIfExists(samples);
    } catch (IOException e) {
      // The next run overwrites it.
    }
  }

  private LoadResult failed(LoadPlan plan, @Nullable String why) {
    return plan.nothingMeasured(
        name(),
        version,
        new Invalid(
            Invalid.Reason.GENERATOR_FAILED,
            "JMeter failed: %s; its log: %s".formatted(why, scratch.resolve("jmeter.log"))));
  }

  /** The share of one of the agents in a plan: its users and rate. */
  private record Share(LoadPlan plan, int agents, int users, double rate) {

    static Share of(LoadPlan plan, int agents) {
      return new Share(
          plan,
          agents,
          Math.max(1, plan.connections() / agents),
          plan.requestsPerSecond() / agents);
    }

    String line(Path samples) {
      Duration think = plan.think();
      return String.join(
          "\t",
          plan.url(plan.mix().requests().getFirst()).toString(),
          Integer.toString(users),
          Double.toString(rate),
          Long.toString(plan.duration().toMillis()),
          Long.toString(DRAIN.toMillis()),
          Long.toString(think == null ? -1 : think.toMillis()),
          samples.toString());
    }

    LoadResult result(String version, List<JMeterSample> samples) {
      Duration think = plan.think();
      JMeterSamples sent =
          think == null
              ? JMeterSamples.open(samples, rate, users, plan.duration(), LEFT_OUT)
              : JMeterSamples.closed(samples, think, LEFT_OUT);
      long offered =
          think == null
              ? agents * Math.round(rate * plan.duration().toMillis() / 1e3)
              : samples.size();
      long completed = samples.stream().filter(JMeterSample::ok).count();
      LoadErrors errors =
          samples.stream().map(JMeterSample::error).reduce(LoadErrors.NONE, LoadErrors::plus);
      long unfinished = Math.max(0, offered - samples.size());
      return new LoadResult(
          "jmeter",
          version,
          plan.requestsPerSecond(),
          users * agents,
          plan.duration().toNanos() / 1e9,
          offered,
          completed,
          errors,
          unfinished,
          sent.perSecond(),
          sent.latency(),
          sent.service(),
          List.of(),
          Math.round(sent.longestStallMillis() * 1e6),
          sent.judge(plan, offered, completed, errors, unfinished),
          null,
          null,
          null,
          null);
    }
  }

  @Override
  public void close() {
    generator.close();
  }
}
