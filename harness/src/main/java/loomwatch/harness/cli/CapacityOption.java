package loomwatch.harness.cli;

import loomwatch.measure.blocks.Equipment;
import loomwatch.results.Metric;
import picocli.CommandLine.Option;

/** Whether to find out how much servers bear, too. */
final class CapacityOption {
  @Option(
      names = "--capacity",
      description =
          "Also find the highest rate that each server keeps, base and head in turn. Takes about"
              + " half a minute more for each block and mode.")
  private boolean wanted;

  /** Whether a comparison may have values of it. */
  boolean measures(Metric metric) {
    return wanted || metric != Metric.CAPACITY;
  }

  Equipment.Beyond beyond() {
    return wanted ? Equipment.Beyond.CAPACITY : Equipment.Beyond.NOTHING;
  }
}
