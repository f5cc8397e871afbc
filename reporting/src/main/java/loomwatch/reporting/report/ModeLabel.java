package loomwatch.reporting.report;

import loomwatch.judge.verdict.JudgedMode;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;

/** The name of a scenario's mode in reports; benchmarks of a team's own have none. */
final class ModeLabel {
  private ModeLabel() {}

  static String of(String scenario, JudgedMode mode) {
    return of(scenario, mode.label());
  }

  static String of(String scenario, String mode) {
    return JmhResults.isTeams(scenario) && mode.equals(Mode.PLATFORM.label()) ? "" : mode;
  }

  static String of(String scenario, Mode mode) {
    return of(scenario, JudgedMode.of(mode));
  }

  /** Returns, for example, {@code hello with platform threads}, or a benchmark's name. */
  static String after(String scenario, JudgedMode mode) {
    String label = of(scenario, mode);
    return label.isEmpty() ? scenario : scenario + " with " + label + " threads";
  }
}
