package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.loadgen.jmeter.JMeterGenerator;
import loomwatch.loadgen.jmeter.JMeterGenerator.JMeterHome;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.loadgen.wrk2.Wrk2Generator;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/** The load generator of a run. */
public sealed interface GeneratorChoice {
  /** Its name in options and records. */
  String JMETER = "jmeter";

  int LAST_PORT = 65_535;

  Set<String> NAMES = Set.of("embedded", "wrk2", JMETER);

  /** The generator that needs no installation. */
  record Embedded() implements GeneratorChoice {}

  record Wrk2(Wrk2Binary binary) implements GeneratorChoice {}

  /** JMeter on agents, each host:port, or here without any. */
  record JMeter(JMeterHome home, List<String> agents) implements GeneratorChoice {
    public JMeter {
      agents = List.copyOf(agents);
    }
  }

  /**
   * Returns the generator of the options; by default wrk2 where it is installed.
   *
   * @param scenarios to send; Loomwatch uses wrk2 and JMeter only for plain GETs of HTTP/1.1
   */
  static GeneratorChoice of(
      @Nullable String name, @Nullable Path wrk2, List<String> agents, List<Scenario> scenarios)
      throws IOException, InterruptedException {
    if (name != null && !NAMES.contains(name)) {
      throw new UsageException("--generator must be wrk2, embedded or jmeter, was '" + name + "'");
    }
    boolean jmeter = JMETER.equals(name);
    if (!jmeter && !agents.isEmpty()) {
      throw new UsageException(
          "--agents must come with --generator jmeter: no other generator has any");
    }
    boolean plain = scenarios.stream().allMatch(GeneratorChoice::isPlain);
    if (!plain && name == null && wrk2 == null) {
      return new Embedded();
    }
    if (!plain && !"embedded".equals(name)) {
      throw new UsageException(
          "--generator must be embedded for sessions, steps and all but plain GETs of HTTP/1.1, was "
              + (jmeter ? JMETER : "wrk2"));
    }
    if (jmeter && wrk2 == null) {
      agents.forEach(GeneratorChoice::requireAgent);
      return new JMeter(JMeterBuild.of(Installation.ofLauncher()), agents);
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
        "--wrk2 names a binary that --generator %s would not use; leave one of them out"
            .formatted(name));
  }

  private static void requireAgent(String agent) {
    String port = agent.replaceFirst("^[\\w.-]+:(?=\\d{1,5}$)", "");
    if (port.equals(agent) || Integer.parseInt(port) > LAST_PORT) {
      throw new UsageException(
          "--agents must be a list of host:port, such as 10.0.0.2:1099,10.0.0.3:1099, had '%s'"
              .formatted(agent));
    }
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

  /** Returns its name in records. */
  default String label() {
    return switch (this) {
      case Embedded() -> "embedded";
      case Wrk2 wrk2 -> "wrk2";
      case JMeter jmeter -> JMETER;
    };
  }

  /** Returns the unmeasured time at the start of each window, with so many connections. */
  default Duration unmeasured(int connections) {
    return switch (this) {
      case Embedded() -> Duration.ZERO;
      case Wrk2 wrk2 -> Wrk2Generator.calibration(connections);
      case JMeter jmeter -> JMeterGenerator.LEFT_OUT;
    };
  }

  /** Opens the generator on its cores, with a directory for its temporary files. */
  default LoadGenerator open(Path jdk, List<Integer> cores, Polling polling, Path scratch) {
    return switch (this) {
      case Embedded() -> new EmbeddedGenerator(jdk, cores, polling);
      case Wrk2(Wrk2Binary binary) -> new Wrk2Generator(binary, cores, scratch);
      case JMeter(JMeterHome home, List<String> agents) ->
          new JMeterGenerator(home, cores, agents, scratch);
    };
  }

  /** Builds JMeter's generator on first use: 150 jars that nothing else needs. */
  public static final class JMeterBuild {
    private static final List<String> COMMAND = List.of("mvn", "-q", "-B", "-ntp", "package");

    /** The first build downloads; a longer one has failed. */
    private static final long PATIENCE_MINUTES = 20;

    private static final int SHOWN = 600;

    private JMeterBuild() {}

    /** Returns the home of the generator, which is built if its sources have changed. */
    public static JMeterHome of(Installation installation)
        throws IOException, InterruptedException {
      Path project = installation.root().resolve("loadgen/jmeter");
      if (!Files.isDirectory(project)) {
        throw new UsageException(
            "JMeter must be asked for in a checkout of Loomwatch, which builds it; was %s"
                .formatted(installation.root()));
      }
      Path jar = project.resolve("target/jmeter.jar");
      if (!Files.exists(jar) || Files.getLastModifiedTime(jar).toMillis() < newest(project)) {
        Path log = Files.createDirectories(installation.out()).resolve("jmeter-build.log");
        System.err.printf(
            "loomwatch: building JMeter's generator: %s (75 MB the first time; log: %s)%n",
            String.join(" ", COMMAND), log);
        build(project, log);
      }
      return new JMeterHome(project.resolve("target"), Path.of(System.getProperty("java.home")));
    }

    private static long newest(Path project) throws IOException {
      try (Stream<Path> sources = Files.walk(project.resolve("src"))) {
        return Stream.concat(sources, Stream.of(project.resolve("pom.xml")))
            .mapToLong(file -> file.toFile().lastModified())
            .max()
            .orElseThrow();
      }
    }

    private static void build(Path project, Path log) throws IOException, InterruptedException {
      ProcessBuilder builder =
          new ProcessBuilder(Leash.command(COMMAND))
              .directory(project.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      Process maven = builder.start();
      boolean ended = maven.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
      maven.destroyForcibly();
      if (!ended || maven.waitFor() != 0) {
        String output = Files.readString(log).strip();
        throw new UsageException(
            "JMeter's generator must be built, and %s was not: %s"
                .formatted(COMMAND, output.substring(0, Math.min(SHOWN, output.length()))));
      }
    }
  }
}
