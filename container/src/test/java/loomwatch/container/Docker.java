package loomwatch.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The Docker of this machine: the daemon that runs already, or one of the tests' own. */
final class Docker {
  /** docker-java, which Testcontainers talks through, looks for this property first. */
  private static final String HOST = "DOCKER_HOST";

  private static @Nullable Docker found;
  private static @Nullable String trouble;

  private final Map<String, String> environment;

  private Docker(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Finds it, once; whoever starts containers asks for it first.
   *
   * @throws TestAbortedException with the reason when no daemon can be had: the tests are skipped
   */
  static synchronized Docker get() {
    if (found == null && trouble == null) {
      try {
        found = find();
      } catch (IOException e) {
        trouble = e.getMessage();
      }
    }
    if (found == null) {
      throw new TestAbortedException("these tests need a Docker daemon: " + trouble);
    }
    return found;
  }

  private static Docker find() throws IOException {
    Docker usual = new Docker(Map.of());
    if (usual.answers()) {
      return usual;
    }
    Programs.Ended installed = Programs.run(Map.of(), "./install-docker");
    if (!installed.worked()) {
      throw new IOException("none answers, and none could be installed: " + installed.said());
    }
    // Where there is an init, the package starts it.
    if (usual.answers()) {
      return usual;
    }
    OwnDaemon own = OwnDaemon.start();
    System.setProperty(HOST, own.host());
    return new Docker(Map.of(HOST, own.host()));
  }

  private boolean answers() {
    return answers(environment);
  }

  static boolean answers(Map<String, String> environment) {
    return Programs.run(environment, "docker", "version", "--format", "{{.Server.Version}}")
        .worked();
  }

  /** Runs a command of Docker's to its end. */
  Programs.Ended run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return Programs.run(environment, command.toArray(String[]::new));
  }

  /** Runs a program that uses Docker and has to work. */
  Programs.Ended tell(String... command) {
    return Programs.tell(environment, List.of(command));
  }
}
