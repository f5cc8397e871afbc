package loomwatch.measure.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.measure.subject.JavaCommand;
import loomwatch.measure.subject.Placeholders;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.ServiceSpec.Variant;

/**
 * The command line and the environment of one server, with nothing left open.
 *
 * @param words program and arguments
 * @param environment variables beside those that the harness has
 */
record StartCommand(List<String> words, Map<String, String> environment) {
  /** Tomcat's own, where a scenario does not say. */
  private static final int USUAL_THREADS = 200;

  StartCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /**
   * Of a server that listens on that port.
   *
   * @param directory for what its JVM leaves behind
   */
  static StartCommand of(ServerOptions options, int port, Path directory) throws IOException {
    Map<String, String> values = new HashMap<>(options.service().given());
    values.putAll(
        Map.of(
            Placeholders.PORT, Integer.toString(port),
            Placeholders.MODE, options.mode().label(),
            Placeholders.THREADS,
                Integer.toString(Objects.requireNonNullElse(options.maxThreads(), USUAL_THREADS)),
            // All may be opened at once, where it is the length of a queue too: each SYN dropped
            // from a full one costs the generator a second.
            Placeholders.CONNECTIONS, Integer.toString(options.maxConnections())));
    ServiceSpec service = options.service();
    Variant variant = service.modes().getOrDefault(options.mode(), Variant.PLAIN);
    List<String> given = new ArrayList<>(service.start());
    given.addAll(variant.args());
    given.replaceAll(word -> Placeholders.fill(service.meant(word), values));
    List<String> words = new ArrayList<>(Pinning.prefix(options.cores()));
    Optional<JavaCommand> java = JavaCommand.of(given);
    words.addAll(java.isPresent() ? onJvm(java.get(), options, directory) : given);
    Map<String, String> environment = new HashMap<>(service.environment());
    environment.putAll(variant.environment());
    environment.replaceAll((name, value) -> Placeholders.fill(value, values));
    if (java.isEmpty()) {
      finding(options.jdk()).forEach(environment::putIfAbsent);
    }
    return new StartCommand(words, environment);
  }

  /** By which a script finds its JVM: Loomwatch's own have that of Loomwatch. */
  private static Map<String, String> finding(Path jdk) {
    String others = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Map.of(
        "JAVA_HOME", jdk.toString(), "PATH", jdk.resolve("bin") + File.pathSeparator + others);
  }

  /** Its own flags come after ours, and win: of a property the last one given counts. */
  private static List<String> onJvm(JavaCommand given, ServerOptions options, Path directory)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(options.jdk().resolve("bin/java").toString());
    // A server that is killed cannot tidy up: what it leaves is the run's own and goes with it.
    words.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
    words.addAll(JvmFlags.with(options.jvmFlags(), given.flags()));
    words.addAll(JfrSettings.flags(options.recording(), directory));
    words.addAll(options.recording().jvmFlags());
    // Else the JVM warns of the agent that tells its vitals.
    words.add("-XX:+EnableDynamicAgentLoading");
    words.addAll(given.others());
    words.addAll(given.program());
    return words;
  }
}
