package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectException;

/** Runs the build command of a subject file. */
final class ServiceBuild {
  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private final Path jdk;
  private final Children children;

  /**
   * A builder.
   *
   * @param jdk the home of the JDK that is {@code JAVA_HOME} and first on the PATH
   */
  ServiceBuild(Path jdk, Children children) {
    this.jdk = jdk;
    this.children = children;
  }

  /**
   * Builds in the service's folder; nothing is done where there is no command.
   *
   * @param log keeps what the command writes
   * @throws SubjectException with its last lines when it fails
   */
  void run(ServiceSpec service, Path log) throws IOException, InterruptedException {
    if (service.build().isEmpty()) {
      return;
    }
    new Shell(children)
        .run(
            new Shell.Command(
                "the build of " + service.name(),
                service.build().get(),
                service.folder(),
                Map.of("JAVA_HOME", jdk.toString(), "PATH", jdk.resolve("bin").toString()),
                PATIENCE),
            log);
  }
}
