package loomwatch.harness.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.arms.Jdk;
import loomwatch.harness.arms.Revision;
import loomwatch.harness.arms.TomcatJar;
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
    Jdk jdk = Jdk.of(request.jdk());
    return new Subject(
        revision.commit(),
        revision.dirty(),
        TomcatJar.version(installation.root().resolve("server/target/app")),
        jdk.runtimeVersion(),
        jdk.vendor(),
        JvmFlags.forServer(layout.server().size()),
        request.handicap());
  }

  private List<String> warnings(CoreLayout layout) {
    List<String> warnings = new ArrayList<>(layout.doubts());
    if (request.handicap() != null) {
      warnings.add("the server carries the handicap " + request.handicap() + " on purpose");
    }
    return warnings;
  }
}
