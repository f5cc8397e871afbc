package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.gate.publish.DetailsUrl;
import loomwatch.gate.publish.JudgedRun;
import loomwatch.gate.publish.UntrustedRun;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.harness.plan.Profile;
import loomwatch.harness.plan.Scenarios;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The run that is published, and where more is to be seen of it. */
final class RunToPublish {
  private static final Set<String> ENGINES = Set.of("embedded", "wrk2");

  @Parameters(paramLabel = "DIR", description = "The run's output directory; may be a stranger's.")
  private Path run = Path.of(".");

  @Mixin private DetailsOption details = new DetailsOption();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  Path path() {
    return run;
  }

  /** Of that commit and no other, or of any when it is null. */
  JudgedRun read(@Nullable String sha) {
    return of(sha, run, policy.read(), hosts);
  }

  @Nullable DetailsUrl detailsUrl() {
    return details.read();
  }

  /** A stranger's run in that directory, if it is of that commit; null stands for any. */
  static JudgedRun of(
      @Nullable String sha, Path directory, Thresholds policy, RunCalibrationOption hosts) {
    String commit = sha == null ? null : HubOptions.sha(sha);
    JudgedRun judged = UntrustedRun.read(directory, known(), policy, hosts::floors);
    if (commit != null) {
      judged.requireOf(commit);
    }
    return judged;
  }

  /** The names of this checkout. */
  static UntrustedRun.Known known() {
    return new UntrustedRun.Known(
        Scenarios.knownNames(),
        Stream.concat(Profile.all().stream(), Stream.of(Profile.TRIAL))
            .map(Profile::name)
            .collect(Collectors.toSet()),
        ENGINES);
  }
}
