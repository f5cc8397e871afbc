package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectException;

/** Runs the build command of a subject file. */
final class ServiceBuild {
  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final int SHOWN = 20;

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
    String command = service.build().get();
    ProcessBuilder builder =
        new ProcessBuilder(Leash.command(List.of("/bin/sh", "-c", command)))
            .directory(service.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder
        .environment()
        .merge("PATH", jdk.resolve("bin").toString(), (own, first) -> first + ":" + own);
    Process process = children.watch(builder.start());
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new SubjectException(
            "the build of %s (%s) must end within %d min, did not and was killed; its log: %s"
                .formatted(service.name(), command, PATIENCE.toMinutes(), log));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Children.end(process, 0);
    }
    if (process.exitValue() != 0) {
      throw new SubjectException(
          "the build of %s (%s) must end with 0, ended with %d; its last lines:%n%s%n  The whole log is %s"
              .formatted(service.name(), command, process.exitValue(), tail(log), log));
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    return String.join(
        "\n",
        lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()).stream()
            .map(line -> "    " + line)
            .toList());
  }
}
