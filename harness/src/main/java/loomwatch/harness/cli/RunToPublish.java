package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.tell.publish.DetailsUrl;
import loomwatch.tell.publish.JudgedRun;
import loomwatch.tell.publish.UntrustedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The run that is published, and where more is to be seen of it. */
final class RunToPublish {
  @Parameters(paramLabel = "DIR", description = "The run's output directory; may be a stranger's.")
  private Path run = Path.of(".");

  @Option(
      names = "--base",
      paramLabel = "SHA",
      description = "The commit that was to be compared with; if given, the run's base must be it.")
  private @Nullable String base;

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

  /** Of that commit and no other, or of any when it is null; compared with --base if given. */
  JudgedRun read(@Nullable String sha) {
    return of(sha, base, run, policy.read(), hosts);
  }

  @Nullable DetailsUrl detailsUrl() {
    return details.read();
  }

  /**
   * A stranger's run in that directory, if it is of that commit, compared with that base; null
   * stands for any.
   */
  static JudgedRun of(
      @Nullable String sha,
      @Nullable String base,
      Path directory,
      Thresholds policy,
      RunCalibrationOption hosts) {
    String head = sha == null ? null : HubOptions.sha(sha);
    String compared = base == null ? null : HubOptions.sha("--base", base);
    if (head == null && compared != null) {
      throw new UsageException("--base goes with --sha, the commit that was compared with it");
    }
    JudgedRun judged = UntrustedRun.read(directory, known(), policy, hosts::floors);
    if (head != null && compared != null) {
      judged.requireOf(head, compared);
    } else if (head != null) {
      judged.requireOf(head);
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
