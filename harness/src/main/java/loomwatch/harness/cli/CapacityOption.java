package loomwatch.harness.cli;

import loomwatch.measure.blocks.Equipment;
import loomwatch.results.Metric;
import picocli.CommandLine.Option;

/** Whether to find out how much servers bear, too. */
final class CapacityOption {
  @Option(
      names = "--capacity",
      description =
          "Also find how much load each server bears, with the embedded engine. Takes a quarter of"
              + " a minute more for each server of a block; longer where requests take long.")
  private boolean wanted;

  /** Whether there may be values of it. */
  boolean measures(Metric metric) {
    return wanted || metric != Metric.CAPACITY;
  }

  Equipment.Beyond beyond() {
    return Equipment.Beyond.capacityIf(wanted);
  }
}
