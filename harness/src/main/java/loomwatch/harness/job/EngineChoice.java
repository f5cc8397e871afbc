package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine.Polling;
import loomwatch.loadgen.jmeter.JMeterEngine;
import loomwatch.loadgen.jmeter.JMeterEngine.JMeterHome;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.loadgen.wrk2.Wrk2Engine;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/** Which load generator a run uses. */
public sealed interface EngineChoice {
  /** Its name in options and records. */
  String JMETER = "jmeter";

  /** Of all there are. */
  Set<String> NAMES = Set.of("embedded", "wrk2", JMETER);

  /** Nothing to install. */
  record Embedded() implements EngineChoice {}

  /**
   * The operator's.
   *
   * @param binary checked to be wrk2
   */
  record Wrk2(Wrk2Binary binary) implements EngineChoice {}

  /**
   * JMeter, here or on agents.
   *
   * @param home where it is built
   * @param agents as host:port; none to make the load here
   */
  record JMeter(JMeterHome home, List<String> agents) implements EngineChoice {
    public JMeter {
      agents = List.copyOf(agents);
    }
  }

  /**
   * What the options say: by name, or wrk2 where there is one.
   *
   * @param wrk2 its binary, if named
   * @param agents of JMeter
   * @param scenarios what it is to send; we drive wrk2 and JMeter with plain GETs of HTTP/1.1 only
   * @throws UsageException when it is asked for and not there, or cannot send that
   */
  static EngineChoice of(
      @Nullable String name, @Nullable Path wrk2, List<String> agents, List<Scenario> scenarios)
      throws IOException, InterruptedException {
    if (name != null && !NAMES.contains(name)) {
      throw new UsageException("--engine must be wrk2, embedded or jmeter, was '" + name + "'");
    }
    boolean jmeter = JMETER.equals(name);
    if (!jmeter && !agents.isEmpty()) {
      throw new UsageException("--agents must come with --engine jmeter: no other engine has any");
    }
    boolean plain = scenarios.stream().allMatch(EngineChoice::isPlain);
    if (!plain && name == null && wrk2 == null) {
      return new Embedded();
    }
    if (!plain && !"embedded".equals(name)) {
      throw new UsageException(
          "--engine must be embedded for other requests than plain GETs of HTTP/1.1, was "
              + (jmeter ? JMETER : "wrk2"));
    }
    if (jmeter && wrk2 == null) {
      List<String> places = Agents.checked(agents);
      return new JMeter(JMeterBuild.of(Installation.ofLauncher()), places);
    }
    if (name == null && wrk2 == null) {
      Optional<Wrk2Binary> onPath = Wrk2Binary.onPath();
      return onPath.isPresent() ? new Wrk2(onPath.get()) : new Embedded();
    }
    if (name == null || name.equals("wrk2")) {
      return new Wrk2(binary(wrk2));
    }
    if (name.equals("embedded") && wrk2 == null) {
      return new Embedded();
    }
    throw new UsageException(
        "--wrk2 names a binary that --engine %s would not use; leave one of them out"
            .formatted(name));
  }

  private static boolean isPlain(Scenario scenario) {
    Protocol spoken = scenario.protocol();
    return scenario.sent().plain() && (spoken == null || !spoken.second());
  }

  private static Wrk2Binary binary(@Nullable Path named) {
    try {
      return named == null ? Wrk2Binary.required() : Wrk2Binary.at(named);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Its name in records. */
  default String label() {
    return switch (this) {
      case Embedded() -> "embedded";
      case Wrk2 wrk2 -> "wrk2";
      case JMeter jmeter -> JMETER;
    };
  }

  /** What it leaves unmeasured at the beginning of each slice, with so many connections. */
  default Duration unmeasured(int connections) {
    return switch (this) {
      case Embedded() -> Duration.ZERO;
      case Wrk2 wrk2 -> Wrk2Engine.calibration(connections);
      case JMeter jmeter -> JMeterEngine.LEFT_OUT;
    };
  }

  /** Opens it on its cores, with a directory for its temporary files. */
  default LoadEngine open(Path jdk, List<Integer> cores, Polling polling, Path scratch) {
    return switch (this) {
      case Embedded() -> new EmbeddedEngine(jdk, cores, polling);
      case Wrk2(Wrk2Binary binary) -> new Wrk2Engine(binary, cores, scratch);
      case JMeter(JMeterHome home, List<String> agents) ->
          new JMeterEngine(home, cores, agents, scratch);
    };
  }
}
