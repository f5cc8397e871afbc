package loomwatch.tell.comparison;

import java.util.Optional;
import java.util.Set;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;

/** Why a comparison is no measurement. */
public final class Broken {
  /** How the judge begins what the control says. */
  private static final String CONTROL = "control: ";

  /** What breaks in an arm between the two spoils the attribution alone. */
  private static final Set<String> JUDGED = Set.of("base", "head");

  private Broken() {}

  /** The rule that broke first. */
  static String first(Verdict verdict, MeasurementRecord record) {
    Optional<String> moved = control(verdict);
    if (moved.isPresent()) {
      return "The host moved: " + moved.get().substring(CONTROL.length()) + ".";
    }
    return record.launches().stream()
        .filter(launch -> !launch.valid() && JUDGED.contains(launch.arm()))
        .findFirst()
        .map(Broken::first)
        .orElse("Nothing valid was measured in both arms.");
  }

  private static String first(Launch launch) {
    Invalid reason = launch.invalid().getFirst();
    return "The first rule broken: "
        + reason.cause().label()
        + ", "
        + reason.detail()
        + " ("
        + launch.arm()
        + ", "
        + launch.scenario()
        + " with "
        + launch.mode().label()
        + " threads, block "
        + launch.block()
        + ").";
  }

  /** That the host moved between the arms, in the judge's words. */
  static Optional<String> control(Verdict verdict) {
    return verdict.invalid().stream().filter(Broken::ofControl).findFirst();
  }

  static boolean ofControl(String invalid) {
    return invalid.startsWith(CONTROL);
  }
}
