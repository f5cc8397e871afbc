package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import loomwatch.harness.host.CoreLayout;
import loomwatch.harness.launch.JvmFlags;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;

/** Puts launches, host and subject together into the record. */
final class RecordAssembly {
  private static final String HEAD = "head";

  private final Installation installation;
  private final RunRequest request;

  RecordAssembly(Installation installation, RunRequest request) {
    this.installation = installation;
    this.request = request;
  }

  MeasurementRecord of(
      String id, Instant startedAt, Host host, CoreLayout layout, List<Launch> launches)
      throws IOException, InterruptedException {
    Map<String, Subject> subjects = Map.of(HEAD, subject(layout));
    String engineVersion =
        launches.stream()
            .map(Launch::load)
            .filter(java.util.Objects::nonNull)
            .map(LoadResult::engineVersion)
            .findFirst()
            .orElse("unused");
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        startedAt,
        request.profile().name(),
        request.seed(),
        request.engine().label(),
        host,
        subjects,
        Fingerprint.of(host, subjects, request.engine().label(), engineVersion),
        request.scenarios(),
        launches,
        warnings(layout),
        null);
  }

  private Subject subject(CoreLayout layout) throws IOException, InterruptedException {
    Revision revision = Revision.of(installation.root());
    Properties release = release(request.jdk());
    return new Subject(
        revision.commit(),
        revision.dirty(),
        tomcatVersion(),
        unquoted(release, "JAVA_RUNTIME_VERSION", "JAVA_VERSION"),
        unquoted(release, "IMPLEMENTOR_VERSION", "IMPLEMENTOR"),
        JvmFlags.forServer(layout.server().size()),
        request.handicap());
  }

  /** The JDK's own description of itself. */
  private static Properties release(Path jdk) throws IOException {
    Properties release = new Properties();
    Path file = jdk.resolve("release");
    if (Files.exists(file)) {
      try (var reader = Files.newBufferedReader(file)) {
        release.load(reader);
      }
    }
    return release;
  }

  private static String unquoted(Properties release, String key, String otherwise) {
    String value = release.getProperty(key, release.getProperty(otherwise, "unknown"));
    return value.replace("\"", "");
  }

  private String tomcatVersion() throws IOException {
    Path app = installation.root().resolve("server/target/app");
    try (Stream<Path> jars = Files.list(app)) {
      Path core =
          jars.filter(jar -> jar.getFileName().toString().startsWith("tomcat-embed-core"))
              .findFirst()
              .orElseThrow(() -> new IOException(app + " holds no tomcat-embed-core jar"));
      try (JarFile jar = new JarFile(core.toFile())) {
        String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
        return version == null ? "unknown" : version;
      }
    }
  }

  private List<String> warnings(CoreLayout layout) {
    List<String> warnings = new ArrayList<>(layout.doubts());
    if (request.handicap() != null) {
      warnings.add("the server carries the handicap " + request.handicap() + " on purpose");
    }
    return warnings;
  }
}
