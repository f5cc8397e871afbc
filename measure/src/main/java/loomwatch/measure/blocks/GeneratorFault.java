package loomwatch.measure.blocks;

import java.util.List;
import loomwatch.results.Launch;

/**
 * What the load generator alone spoilt. A slice that only the load generator spoilt says nothing
 * about the server, so it is taken again, and when that does not help it is left out of its launch.
 */
final class GeneratorFault {
  /** Of a launch's slices so many must be good. */
  private static final double GOOD_SHARE = 0.75;

  private GeneratorFault() {}

  /** Whether a launch of the block was lost, and every one that was by the generator's fault. */
  static boolean spoilt(List<Launch> block) {
    List<Launch> lost = block.stream().filter(launch -> !launch.valid()).toList();
    return !lost.isEmpty() && lost.stream().allMatch(Launch::spoiltByGenerator);
  }

  /**
   * The slices that count: without the spoilt ones, or all when too few would be left, so that the
   * launch is invalid for their reasons.
   */
  static List<MeasuredSlice> counting(List<MeasuredSlice> slices) {
    List<MeasuredSlice> good =
        slices.stream().filter(slice -> !slice.load().spoiltByGenerator()).toList();
    return good.size() >= GOOD_SHARE * slices.size() ? good : slices;
  }
}
