package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.subject.Need;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectException;

/** Asks what a service needs for its version, which belongs to the toolchain. */
final class NeedVersions {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path logs;
  private final Children children;

  NeedVersions(Path logs, Children children) {
    this.logs = logs;
    this.children = children;
  }

  /**
   * By {@code needs.} and name; of a container its image and digest; without those programs that
   * have no command for it.
   *
   * @throws SubjectException when a command fails or says nothing
   */
  Map<String, String> of(ServiceSpec service) throws IOException, InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    for (Need need : service.needs()) {
      if (need.image().isPresent()) {
        versions.put(
            "needs." + need.name(), BackingServices.imageVersion(need.name(), need.image().get()));
      } else if (need.version().isPresent()) {
        versions.put("needs." + need.name(), version(need, need.version().get(), service));
      }
    }
    return versions;
  }

  private String version(Need need, String line, ServiceSpec service)
      throws IOException, InterruptedException {
    Path log = logs.resolve("version-of-" + need.name() + ".log");
    new Shell(children)
        .run(
            new Shell.Command(
                "version of the need " + need.name(),
                line,
                service.folder(),
                need.environment(),
                PATIENCE,
                ""),
            log);
    return Shell.lines(log).stream()
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElseThrow(() ->
            new SubjectException(
                "version of the need %s (%s) must print its version, printed nothing; mend it, or leave it out"
                    .formatted(need.name(), line)));
  }
}
