package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.Optional;
import loomwatch.harness.cli.PublishCommand.GitHubOptions;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.reporting.publish.DetailsUrl;
import loomwatch.reporting.publish.JudgedRun;
import loomwatch.reporting.publish.UntrustedRun;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The run to publish, and the address of its details. */
final class UntrustedRunOptions {
  @Parameters(
      paramLabel = "DIR",
      description = "The run's output directory; may be an untrusted contributor's.")
  private Path run = Invocation.current().directory().resolve(".");

  @Mixin private ExpectedComparison asked = new ExpectedComparison();
  @Mixin private DetailsOption details = new DetailsOption();

  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private RunCalibrationOption hosts = new RunCalibrationOption();

  Path path() {
    return run;
  }

  Thresholds thresholds() {
    return thresholds.read();
  }

  /** Returns the judged run, which must be of that commit, or of any when it is null. */
  JudgedRun read(@Nullable String sha) {
    return of(sha, asked, run, thresholds.read(), hosts);
  }

  @Nullable DetailsUrl detailsUrl() {
    return details.read();
  }

  /** Returns the judged run in that directory, of that commit or, if null, of any. */
  static JudgedRun of(
      @Nullable String sha,
      ExpectedComparison asked,
      Path directory,
      Thresholds thresholds,
      RunCalibrationOption hosts) {
    String head = sha == null ? null : GitHubOptions.sha(sha);
    asked.check(head);
    JudgedRun judged =
        UntrustedRun.read(
            directory,
            Installation.ofLauncher().known(),
            thresholds,
            record -> StoredCalibration.floors(hosts.of(record), record));
    if (head != null) {
      asked.require(judged, head);
    }
    return judged;
  }

  /** The requested comparison, which the options repeat, as the run is not trusted. */
  static final class ExpectedComparison {
    @Option(
        names = "--base",
        paramLabel = "SHA",
        description =
            "With --sha, the commit that was to be compared with; the run's base must be it.")
    private @Nullable String base;

    @Option(
        names = "--profile",
        paramLabel = "NAME",
        description =
            "With --base, the profile that was asked for; the run must be of it, and of all"
                + " scenarios and modes that it compares.")
    private @Nullable String profile;

    boolean named() {
      return base != null || profile != null;
    }

    /** Checks the options together, before anything is read. */
    void check(@Nullable String sha) {
      if (base != null) {
        GitHubOptions.sha("--base", base);
      }
      if (base == null && profile != null) {
        throw new UsageException("--profile goes with --base: it says what was to be compared");
      }
      if (base != null && sha == null) {
        throw new UsageException("--base goes with --sha, the commit that was compared with it");
      }
      asked(); // which refuses an unknown name
    }

    /** Requires the run to be of that full commit id, and to compare what was requested. */
    void require(JudgedRun run, String sha) {
      if (base == null) {
        run.requireOf(sha);
      } else {
        run.requireOf(sha, base);
      }
      asked().ifPresent(all -> requireAll(all, run));
    }

    /** Accepts a run with only benchmarks where the servers are the same. */
    private static void requireAll(Profile asked, JudgedRun run) {
      run.requireProfile(asked.name());
      Catalogue catalogue = Installation.ofLauncher().catalogue();
      boolean benchmarks = catalogue.suite() || catalogue.benchmarks().isPresent();
      if (!benchmarks || !run.saysServersAreAlike()) {
        run.requireScenarios(catalogue.toCompare(asked).stream().map(Scenario::name).toList());
        run.requireModes(catalogue.modes());
      }
    }

    private Optional<Profile> asked() {
      return Optional.ofNullable(profile).map(MeasuringOptions::profile);
    }
  }

  /** The option for the address of details. */
  static final class DetailsOption {
    @Option(
        names = "--details-url",
        hidden = true,
        paramLabel = "URL",
        description = "Where its logs are, such as the workflow run's page.")
    private @Nullable String url;

    @Nullable DetailsUrl read() {
      return of("--details-url", url);
    }

    /** Returns the address given to an option, or null. */
    static @Nullable DetailsUrl of(String option, @Nullable String url) {
      try {
        return url == null ? null : new DetailsUrl(url);
      } catch (IllegalArgumentException e) {
        throw new UsageException(option + " " + e.getMessage());
      }
    }
  }

  /** The option for calibrations of another machine that measured a comparison. */
  static final class RunCalibrationOption {
    @Option(
        names = "--calibration",
        hidden = true,
        paramLabel = "FOLDER",
        description =
            "Folder of calibrations, such as gh-pages has. That of the run's host, profile and generator"
                + " stands beside the changes; after more false positives than chance allows, what is"
                + " regressed is informational. Default: none but one in DIR, for gate.")
    private @Nullable Path folder;

    boolean named() {
      return folder != null;
    }

    /** Returns the calibration of the record's host; empty without one or without a folder. */
    Optional<StoredCalibration> of(MeasurementRecord record) {
      return folder == null
          ? Optional.empty()
          : StoredCalibration.allIn(folder).stream()
              .filter(stored -> stored.isOf(record))
              .findFirst();
    }
  }
}
