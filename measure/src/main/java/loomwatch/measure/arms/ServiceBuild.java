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

  private final Jdk jdk;
  private final Children children;

  /**
   * A builder.
   *
   * @param jdk whose home is {@code JAVA_HOME} and first on the PATH
   */
  ServiceBuild(Jdk jdk, Children children) {
    this.jdk = jdk;
    this.children = children;
  }

  /**
   * Builds in the service's folder; nothing is done where there is no command.
   *
   * @param log keeps what the command writes
   * @throws SubjectException with what its log says of the cause when it fails
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
                Map.of(
                    "JAVA_HOME",
                    jdk.home().toString(),
                    "PATH",
                    jdk.home().resolve("bin").toString()),
                PATIENCE,
                "It was built with JDK %s (%s); another is chosen by jdk: in loomwatch.yaml."
                    .formatted(jdk.version(), jdk.home())),
            log);
  }
}
