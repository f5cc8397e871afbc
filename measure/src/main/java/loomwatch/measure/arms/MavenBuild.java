package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.launch.Shell.BuildLog;

/** Builds the server and the JMH suite of a checkout. */
final class MavenBuild {
  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /**
   * No tests, which are neither measured nor needed for measuring, and no format checks. -U: a
   * version found missing yesterday may be released today.
   */
  private static final List<String> ARGUMENTS =
      List.of(
          "-B",
          "-ntp",
          "-q",
          "-U",
          "-pl",
          "server,jmh",
          "-am",
          "-Dmaven.test.skip=true",
          "package");

  private static final Pattern NO_TOMCAT =
      Pattern.compile(
          "(?:Could not find artifact )?(org\\.apache\\.tomcat\\S*:\\S+:(?:jar|pom):\\S+)"
              + " (?:in |was not found)");

  private final List<String> command;
  private final Path jdk;
  private final Children children;

  /**
   * A builder.
   *
   * @param command Maven, or what stands for it; is given Maven's arguments
   * @param jdk the home Maven and the compiler run on
   */
  MavenBuild(List<String> command, Path jdk, Children children) {
    this.command = List.copyOf(command);
    this.jdk = jdk;
    this.children = children;
  }

  /** All that is the same in every build, which a change of must not meet older results. */
  static String recipe() {
    return String.join(" ", ARGUMENTS);
  }

  /**
   * Builds in place.
   *
   * @param tomcat its version, whatever the sources name
   * @param log keeps Maven's output
   * @throws ArmException with the compiler's words when it fails
   */
  void run(Path sources, String tomcat, Path log) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(ARGUMENTS);
    arguments.add("-Dtomcat.version=" + tomcat);
    ProcessBuilder builder =
        new ProcessBuilder(Leash.command(arguments))
            .directory(sources.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    ServiceEnvironment.handOn(builder.environment());
    builder.environment().put("JAVA_HOME", jdk.toString());
    // Maven is done before C2 would have been worth its while.
    builder
        .environment()
        .merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (own, first) -> first + " " + own);
    int exitCode = await(children.watch(builder.start()), log);
    if (exitCode != 0) {
      throw failure(exitCode, tomcat, log, sources.toRealPath());
    }
    for (String module : List.of("server", "jmh")) {
      if (!Files.isDirectory(sources.resolve(module + "/target/app"))) {
        throw new ArmException(
            "the build must leave jars in %s/target/app, did not: this revision is too old; its log: %s"
                .formatted(module, log));
      }
    }
  }

  private static ArmException failure(int exitCode, String tomcat, Path log, Path sources)
      throws IOException {
    BuildLog said = BuildLog.read(log);
    Optional<String> missing = said.first(NO_TOMCAT);
    if (missing.isPresent()) {
      return new ArmException(
          """
          tomcat must be a version that can be resolved with all it needs, was %s: Maven finds no %s
            Look up the release's number, and whether Maven reaches its repository. The whole log: %s\
          """
              .formatted(tomcat, missing.get(), log));
    }
    List<String> message = new ArrayList<>();
    message.add("the arm must build, did not: the build exited with " + exitCode + " and said");
    said.cause().forEach(line -> message.add(line.replace(sources + "/", "")));
    said.advice(exitCode).ifPresent(message::add);
    message.add("the whole log: " + log);
    return new ArmException(String.join("\n  ", message));
  }

  private static int await(Process process, Path log) throws InterruptedException {
    try {
      if (process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Children.end(process, 0);
    }
    throw new ArmException(
        "the build must end within %d min, did not and was killed; its log: %s"
            .formatted(PATIENCE.toMinutes(), log));
  }
}
