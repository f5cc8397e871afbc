package loomwatch.harness.cli;

import loomwatch.measure.blocks.Equipment;
import loomwatch.results.Metric;
import picocli.CommandLine.Option;

/** Whether to find out how much servers bear, too. */
final class CapacityOption {
  @Option(
      names = "--capacity",
      description =
          "Also find how much load each server bears, base and head in turn, with the embedded"
              + " engine. Takes half a minute more for each block and mode; longer where requests"
              + " take long.")
  private boolean wanted;

  /** Whether a comparison may have values of it. */
  boolean measures(Metric metric) {
    return wanted || metric != Metric.CAPACITY;
  }

  Equipment.Beyond beyond() {
    return wanted ? Equipment.Beyond.CAPACITY : Equipment.Beyond.NOTHING;
  }
}
