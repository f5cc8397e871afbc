package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.tell.publish.DetailsUrl;
import loomwatch.tell.publish.JudgedRun;
import loomwatch.tell.publish.UntrustedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The run that is published, and where more is to be seen of it. */
final class RunToPublish {
  @Parameters(paramLabel = "DIR", description = "The run's output directory; may be a stranger's.")
  private Path run = Invocation.current().directory().resolve(".");

  @Mixin private AskedComparison asked = new AskedComparison();

  @Mixin private DetailsOption details = new DetailsOption();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  Path path() {
    return run;
  }

  /** What it is judged by. */
  Thresholds policy() {
    return policy.read();
  }

  /** Of that commit and no other, or of any when it is null; compared as was asked. */
  JudgedRun read(@Nullable String sha) {
    return of(sha, asked, run, policy.read(), hosts);
  }

  @Nullable DetailsUrl detailsUrl() {
    return details.read();
  }

  /**
   * A stranger's run in that directory, if it is of that commit, or of any when it is null.
   *
   * @param asked what it has to compare
   */
  static JudgedRun of(
      @Nullable String sha,
      AskedComparison asked,
      Path directory,
      Thresholds policy,
      RunCalibrationOption hosts) {
    String head = sha == null ? null : HubOptions.sha(sha);
    asked.check(head);
    JudgedRun judged = UntrustedRun.read(directory, known(), policy, hosts::floors);
    if (head != null) {
      asked.require(judged, head);
    }
    return judged;
  }

  /** The names of this checkout. */
  static UntrustedRun.Known known() {
    Catalogue catalogue = Installation.ofLauncher().catalogue();
    return new UntrustedRun.Known(
        List.copyOf(catalogue.byName().values()),
        catalogue.suite() ? JmhBenchmarks.scenarios() : Set.of(),
        Stream.concat(Profile.all().stream(), Stream.of(Profile.TRIAL))
            .map(Profile::name)
            .collect(Collectors.toSet()),
        EngineChoice.NAMES);
  }
}
