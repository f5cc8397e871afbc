package loomwatch.tell.report;

import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;

/** Why a comparison is no measurement. */
public final class Broken {
  private Broken() {}

  /** The rule that broke first. */
  static String first(MeasurementRecord record) {
    return record.launches().stream()
        .filter(launch -> !launch.valid())
        .findFirst()
        .map(Broken::first)
        .orElse("No blocking metric was measured for both base and head.");
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
}
