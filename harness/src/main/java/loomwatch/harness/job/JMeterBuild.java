package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import loomwatch.loadgen.Leash;
import loomwatch.loadgen.jmeter.JMeterEngine.JMeterHome;

/** Builds JMeter's generator when it is asked for first: 150 jars that nothing else needs. */
public final class JMeterBuild {
  private static final List<String> COMMAND = List.of("mvn", "-q", "-B", "-ntp", "package");

  /** The first build downloads; longer than this nothing is coming any more. */
  private static final long PATIENCE_MINUTES = 20;

  private static final int SHOWN = 600;

  private JMeterBuild() {}

  /**
   * Where it is built; that is done now where its sources have changed.
   *
   * @throws UsageException when it cannot be built here
   */
  public static JMeterHome of(Installation installation) throws IOException, InterruptedException {
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
      String told = Files.readString(log).strip();
      throw new UsageException(
          "JMeter's generator must be built, and %s was not: %s"
              .formatted(COMMAND, told.substring(0, Math.min(SHOWN, told.length()))));
    }
  }
}
