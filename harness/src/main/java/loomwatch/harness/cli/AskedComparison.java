package loomwatch.harness.cli;

import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Scenario;
import loomwatch.tell.publish.JudgedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What another machine was asked to compare: whoever asked knows, and the run that came of it is
 * not believed to.
 */
final class AskedComparison {
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

  /** Whether any of it was told. */
  boolean named() {
    return base != null || profile != null;
  }

  /**
   * Looks at the options together, before anything is read.
   *
   * @param sha the commit that was compared with it, or null where none was named
   * @throws UsageException when one goes without another, or names nothing
   */
  void check(@Nullable String sha) {
    if (base != null) {
      HubOptions.sha("--base", base);
    }
    if (base == null && profile != null) {
      throw new UsageException("--profile goes with --base: it says what was to be compared");
    }
    if (base != null && sha == null) {
      throw new UsageException("--base goes with --sha, the commit that was compared with it");
    }
    asked(); // which refuses a name that nobody knows
  }

  /**
   * Makes sure that the run is of that commit, and compares what it was asked to.
   *
   * @param sha 40 hexadecimal digits
   * @throws loomwatch.results.files.RecordException when it is of another, or of less
   */
  void require(JudgedRun run, String sha) {
    if (base == null) {
      run.requireOf(sha);
    } else {
      run.requireOf(sha, base);
    }
    asked().ifPresent(all -> requireAll(all, run));
  }

  /** The server that ships has a suite beside it, measured alone where the server did not move. */
  private static void requireAll(Profile asked, JudgedRun run) {
    run.requireProfile(asked.name());
    Catalogue catalogue = Installation.ofLauncher().catalogue();
    if (!catalogue.suite() || !run.saysServersAreAlike()) {
      run.requireScenarios(catalogue.toCompare(asked).stream().map(Scenario::name).toList());
      run.requireModes(catalogue.modes());
    }
  }

  private Optional<Profile> asked() {
    return Optional.ofNullable(profile).map(MeasuringOptions::profile);
  }
}
